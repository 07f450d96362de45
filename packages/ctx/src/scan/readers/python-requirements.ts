// Requirements files of pip, written by people or compiled from what people wrote, and the list in a setup.py.

import { development, type OpenFile, type Position, sign, sure } from '../reader.js';
import { shown } from '../shape.js';
import { technologiesOf } from '../tables/dependency-table.js';
import { pythonPackages } from '../tables/python.js';

/** The distribution's name at the beginning of a requirement (PEP 508). */
export function requirementName(requirement: string | undefined): string | undefined {
  const name = /^\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:$|[[<>=!~;@(,\s])/.exec(
    requirement ?? '',
  )?.[1];
  return name === undefined ? undefined : normalised(name);
}

/** Extras that name the store or the cloud for which a package is installed: `celery[redis]`. */
const extras: Readonly<Record<string, string>> = {
  asyncpg: 'postgresql',
  duckdb: 'duckdb',
  elasticsearch: 'elasticsearch',
  gcs: 'gcp',
  mongodb: 'mongodb',
  mysql: 'mysql',
  postgres: 'postgresql',
  postgresql: 'postgresql',
  psycopg: 'postgresql',
  psycopg2: 'postgresql',
  redis: 'redis',
  s3: 'aws',
  snowflake: 'snowflake',
  sqs: 'aws',
};

/** A requirement in a reader's hands: what it stands for, and what its extras name. */
export function declared(file: OpenFile, requirement: string | undefined, strength: number, at: Position) {
  const name = requirementName(requirement);
  if (name === undefined) return;
  file.dependency(pythonPackages, name, strength, at);
  const listed = /^[^[;#]*\[([^\]]*)\]/.exec(requirement ?? '')?.[1]?.split(',') ?? [];
  for (const extra of listed) {
    const means = Object.hasOwn(extras, extra.trim()) ? extras[extra.trim()] : undefined;
    if (means !== undefined) file.found(means, strength, at);
  }
}

export function normalised(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Whether a group, an extra or a file of requirements is by its name for those who develop. */
export function isForDevelopment(name: string): boolean {
  return /(^|[/_.-])(all-)?(dev|devel|develop|development|tests?|testing|lint|linting|docs?|ci|github-actions|typing|types|mypy|format|style|quality|bench|benchmarks?|local|coverage)(?=[/_.-]|$)/.test(
    name.toLowerCase(),
  );
}

/** A classifier that says that others build on it. */
export const forDevelopers = /Topic :: Software Development :: Libraries/;

/** Whether the folder of a distribution has a package by its name. */
export function isImportable(file: OpenFile, name: string | undefined): boolean {
  if (name === undefined) return false;
  const folder = name.toLowerCase().replace(/[-.]+/g, '_');
  return ['', 'src/'].some((above) => file.beside(`${above}${folder}/__init__.py`));
}

export function requirementFiles(file: OpenFile) {
  const lines = file.lines();
  const strength = isForDevelopment(file.path) ? development : sure;
  const requirements = lines.flatMap((line, i) => {
    const name = /^[-#]|=>/.test(line) ? undefined : requirementName(line.replace(/\s#.*$/, ''));
    return name === undefined ? [] : [{ line, at: i }];
  });
  const [only, second] = requirements;
  if (only === undefined || (second === undefined && isAnyWord(only.line))) return;
  const compiled = isCompiled(lines);
  const frozen = isFrozen(requirements.map(({ line }) => line));
  for (const [i, { line, at }] of requirements.entries()) {
    if (compiled && !isWanted(lines.slice(at, requirements[i + 1]?.at))) continue;
    // Constraints install nothing: they say which version, if something else asks for it.
    if (/^constraints/.test(file.name)) break;
    if (frozen && transitive.has(requirementName(line) ?? '')) continue;
    declared(file, line, strength, { line: at + 1, value: shown(line) });
  }
  file.found('python', sure, { line: 1, value: file.name });
  file.found('pip', sign, { line: 1, value: file.name });
  if (/(^|\/)requirements\.txt$/.test(file.path)) file.package(undefined);
}

/** `pip freeze` lists what the packages need as well: nobody asks for these by name. */
export function isFrozen(requirements: readonly (string | undefined)[]): boolean {
  const names = new Set(requirements.map((line) => requirementName(line)));
  return (
    ['idna', 'certifi', 'urllib3'].every((name) => names.has(name)) ||
    (names.has('markupsafe') && names.has('werkzeug'))
  );
}

/** Of those, the ones that a table knows and other packages bring. */
export const transitive: ReadonlySet<string> = new Set([
  'click',
  'grpcio',
  'oauthlib',
  'protobuf',
  'pyjwt',
  'requests-oauthlib',
]);

/** One name without a version may be anything: Apple's code signing has `requirements.txt` too. */
function isAnyWord(line: string): boolean {
  return !/[<>=~@[]/.test(line) && technologiesOf(pythonPackages, requirementName(line) ?? '').length === 0;
}

/** pip-compile and uv say so at the top, or behind each requirement what it is there for. */
function isCompiled(lines: readonly string[]): boolean {
  const head = lines
    .slice(0, 10)
    .some((line) => /^#.*auto-?generated by (pip-compile|uv|pip-tools|pip-deepfreeze)/i.test(line));
  return head || lines.some((line) => /^\s*(\S.*\s)?# via( |$)/.test(line));
}

/** Of a compiled file, only what a file of requirements or the project itself asks for was chosen by people. */
function isWanted(lines: readonly string[]): boolean {
  const [first = '', ...more] = lines;
  const comments = [first.replace(/^[^#]*/, ''), ...more.filter((line) => /^\s*#/.test(line))];
  return comments.some((line) => /(^|[\s(])-r |\((pyproject\.toml|setup\.(py|cfg))\)/.test(line));
}

/** The names listed in `install_requires` of a setup.py, where they stand as plain strings. */
export function setupPy(file: OpenFile) {
  const lines = file.lines();
  const call = lines.findIndex((line) => /^\s*(setuptools\.)?setup\s*\(/.test(line));
  if (call === -1) return;
  file.package(undefined);
  file.found('python', sure, { line: call + 1, value: 'setup()' });
  file.found('setuptools', sure, { line: call + 1, value: 'setup()' });
  const scripts = lines.findIndex((line) => /["']console_scripts["']/.test(line));
  if (scripts >= 0) file.found('cli-tool', sign, { line: scripts + 1, value: 'console_scripts' });
  const name = lines
    .map((line) => /^\s*name\s*=\s*["']([\w.-]+)["']/.exec(line)?.[1])
    .find((one) => one !== undefined);
  const classified = lines.findIndex((line) => /["']Programming Language :: /.test(line));
  const listed = lines.findIndex((line) => forDevelopers.test(line));
  const audience = listed >= 0 ? listed : isImportable(file, name) ? classified : -1;
  if (audience >= 0 && scripts === -1)
    file.found('library', sign, { line: audience + 1, value: shown(lines[audience]) });
  let inside = false;
  for (const [i, raw] of lines.entries()) {
    const line = raw.replace(/(^|\s)#.*$/, '');
    const opening =
      /\b(install_requires|INSTALL_REQUIRES|REQUIREMENTS|REQUIRED|requires|requirements)\s*=\s*\[/.exec(line);
    if (opening !== null) inside = true;
    if (!inside) continue;
    const rest = opening === null ? line : line.slice(opening.index + opening[0].length);
    for (const [, , requirement] of rest.matchAll(/(["'])([^"']+)\1/g)) {
      declared(file, requirement, sure, { line: i + 1, value: shown(requirement) });
    }
    if (/^[^"']*\]|["']\s*,?\s*\]/.test(rest)) inside = false;
  }
}

/** Names under which distributions are imported, where they differ. */
const imported: Readonly<Record<string, string>> = {
  bs4: 'beautifulsoup4',
  cv2: 'opencv-python',
  discord: 'discord-py',
  jwt: 'pyjwt',
  sklearn: 'scikit-learn',
  telegram: 'python-telegram-bot',
  psycopg2: 'psycopg2',
};

const manifests = [
  'pyproject.toml',
  'requirements.txt',
  'requirements.in',
  'setup.py',
  'setup.cfg',
  'Pipfile',
  'environment.yml',
];

/** Scripts at the top of a repository without any manifest: what they import is all there is to know. */
export function bareScript(file: OpenFile) {
  if (manifests.some(file.has)) return;
  for (const [i, line] of file.lines().entries()) {
    const name = /^\s*(?:from|import)\s+([A-Za-z]\w*)/.exec(line)?.[1];
    if (name === undefined || file.has(`${name}.py`) || file.has(`${name}/__init__.py`)) continue;
    const distribution = Object.hasOwn(imported, name) ? imported[name] : name;
    file.dependency(pythonPackages, normalised(distribution ?? name), sign, {
      line: i + 1,
      value: shown(line),
    });
  }
}
