// Which folder belongs to which package, and which folders say nothing about the project.

/** The nearest package folder upwards, '' where there is none. Remembers what it was asked. */
export function packageOf(packages: ReadonlyMap<string, unknown>): (folder: string) => string {
  const answers = new Map<string, string>();
  const find = (folder: string): string => {
    if (folder === '' || packages.has(folder)) return folder;
    const known = answers.get(folder);
    if (known !== undefined) return known;
    const slash = folder.lastIndexOf('/');
    const answer = find(slash === -1 ? '' : folder.slice(0, slash));
    answers.set(folder, answer);
    return answer;
  };
  return find;
}

/** Installed or vendored code, and files that only exist to be tested with. */
const foreignFolders = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'third_party',
  'third-party',
  'site-packages',
  '.venv',
  'venv',
  'fixtures',
  '__fixtures__',
  'testdata',
  'test-fixtures',
  '__snapshots__',
  'Pods',
  '.terraform',
]);

export function isForeign(folder: string): boolean {
  return folder !== '' && folder.split('/').some((part) => foreignFolders.has(part));
}

const asideFolders = new Set(['examples', 'example', 'samples', 'sample', 'demo', 'demos', 'templates']);

/** Whether a file lies in a folder of examples or templates. */
export function isAside(file: string): boolean {
  return file
    .split('/')
    .slice(0, -1)
    .some((part) => asideFolders.has(part));
}
