// Which folder belongs to which package, and which folders say nothing about the project.

/** The nearest package folder upwards, '' where there is none. Remembers what it was asked. */
export function packageOf(packages: ReadonlyMap<string, unknown>): (folder: string) => string {
  const answers = new Map<string, string>();
  const find = (folder: string): string => {
    if (folder === '' || packages.has(folder)) return folder;
    const known = answers.get(folder);
    if (known !== undefined) return known;
    const answer = find(folderOf(folder));
    answers.set(folder, answer);
    return answer;
  };
  return find;
}

/** '' for what lies at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Installed or vendored code, and files that only exist to be tested with. */
const foreignFolders = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'vendored',
  'third_party',
  'third-party',
  'thirdparty',
  '3rdparty',
  'external',
  'externals',
  'site-packages',
  '.venv',
  'venv',
  'fixture',
  'fixtures',
  '__fixtures__',
  'testdata',
  'test_data',
  'test-data',
  'testfiles',
  'test-fixtures',
  '__snapshots__',
  'Pods',
  '.terraform',
  '.yarn',
]);

export function isForeign(folder: string): boolean {
  return (
    folder !== '' &&
    (folder
      .split('/')
      .some((part) => foreignFolders.has(part) || /^(vendor|third[_-]?party)[_-](?!bin$)/.test(part)) ||
      testData.test(folder))
  );
}

/** What tests read lies below them: `tests/data`, `src/test/resources`. */
const testData = /(^|\/)(tests?|spec|__tests__)\/(.*\/)?(data|resources|testcases)(\/|$)/;

const asideFolders = new Set(
  'examples example samples sample demo demos template templates snippets stub stubs scaffold scaffolds scaffolding skeleton skeletons boilerplate boilerplates tutorial tutorials playground playgrounds'.split(
    ' ',
  ),
);

/** `java-examples`, `watchOS Example`, `example_app`. */
const asideEnding = /(^|[-_ ])(examples?|samples?|demos?|playgrounds?)$|^(examples?|samples?|demos?)[-_ ]/i;

/** Whether a file lies in a folder of examples or templates, or among what others contributed. */
export function isAside(file: string): boolean {
  if (file.startsWith('contrib/')) return true;
  return foldersOf(withoutNamespace(file)).some(
    (part) => asideFolders.has(part.toLowerCase()) || asideEnding.test(part),
  );
}

/** Below these, folders are the parts of a name: `com/example/shop`. */
function withoutNamespace(file: string): string {
  return file.replace(/(^|\/)src\/(\w+)\/(java|kotlin|scala|groovy)\/.*\//, '$1src/$2/$3/');
}

/** Whether a folder is aside only because it holds templates: of pages, more often than of projects. */
export function isTemplate(file: string): boolean {
  return isAside(file) && !isAside(file.replace(/(^|\/)templates?(?=\/)/g, '$1.'));
}

const trialFolders = new Set(
  'test tests __tests__ spec specs e2e playwright cypress bench benches benchmark benchmarks fuzz testing'.split(
    ' ',
  ),
);
/** `integration-tests`, `Shop.Tests`, `AppUITests`; not `latest`. */
const trialEnding = /^tests?[._-]|[._-]([Tt]ests?|specs?|e2e|benchmarks?|fuzz)$|[a-z\d]Tests?$|TestHost/;
const trialProject = /[._-][a-z]*tests?\.(cs|fs|vb)proj$/i;

/** Whether a file is there to test the project: what it needs is not what the project runs on. */
export function isTrial(file: string): boolean {
  if (file.endsWith('proj') && trialProject.test(file)) return true;
  if (file.endsWith('ml') && /compose[^/]*[._-]tests?[._-][^/]*$/.test(file)) return true;
  return foldersOf(file).some((part) => trialFolders.has(part.toLowerCase()) || trialEnding.test(part));
}

const auxiliaryFolders = new Set(
  'acceptance build ci dev doc docs documentation eng hack manual misc packaging release script scripts tool tools util utils'.split(
    ' ',
  ),
);

/** Whether a file belongs to what builds, checks, releases or describes the project, and is no part of what it makes. */
export function isAuxiliary(file: string): boolean {
  return isBelow(file, auxiliaryFolders) || file.startsWith('.');
}

const documentationFolders = new Set(['doc', 'docs', 'documentation']);

/** Whether a file belongs to the documentation: what builds the pages is not what the project runs on. */
export function isDocumentation(file: string): boolean {
  return isBelow(file, documentationFolders);
}

/** Whether one of the folders on the way to a file has such a name. */
export function isBelow(file: string, folders: ReadonlySet<string>): boolean {
  return file.includes('/') && foldersOf(file).some((part) => folders.has(part));
}

function foldersOf(file: string): string[] {
  return file.split('/').slice(0, -1);
}
