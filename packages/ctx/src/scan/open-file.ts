// A file of the repository, opened for a reader: only regular files inside the root, only up to a size.

import { firstBytes } from '../files/first-bytes.js';
import type { UnreadFile } from '../files/unread-file.js';
import { isDevelopedWith, isDocumentedWith } from './developed-with.js';
import { type Parsed, parseJson, parseToml, parseYaml } from './documents.js';
import type { Sighting } from './found-technology.js';
import { isAside, isDocumentation, isTrial } from './packages.js';
import { development, type OpenFile, type Position } from './reader.js';
import { shortLine } from './shape.js';
import { type DependencyTable, namedExactly, technologiesOf } from './tables/dependency-table.js';
import { type Technologies, technologies } from './technology.js';

/** No manifest that people write is larger; what is larger was generated. */
export const largestFile = 4 << 20;

/** Where the readers of one scan put what they see. */
export interface Notebook {
  readonly sightings: Sighting[];
  readonly notes: UnreadFile[];
  /** Package folders, each with its name where it has one. */
  readonly packages: Map<string, string | undefined>;
  /** What dependencies turned out to stand for: the packages of a monorepo share most of theirs. */
  readonly meanings: Map<DependencyTable, Map<string, readonly string[]>>;
  /** What the packages here are for those who depend on them: nobody builds a framework with itself. */
  readonly own: Set<string>;
  readonly known: Technologies;
}

export function newNotebook(notes: readonly UnreadFile[] = []): Notebook {
  return {
    sightings: [],
    notes: [...notes],
    packages: new Map(),
    meanings: new Map(),
    own: new Set(),
    known: technologies(),
  };
}

export function openFile(realRoot: string, path: string, notebook: Notebook, has: (path: string) => boolean) {
  const slash = path.lastIndexOf('/');
  const note = (problem: string) => {
    notebook.notes.push({ file: path, problem });
  };
  const read = (most: number) => {
    const found = firstBytes(realRoot, path, most);
    return typeof found === 'string' ? void note(found) : found;
  };
  const text = () => {
    const bytes = read(largestFile);
    if (bytes === undefined) return undefined;
    if (bytes.truncated) return void note(`larger than ${largestFile >> 20} MiB; not read`);
    if (bytes.content.includes(0)) return void note('not a text file');
    return bytes.content.toString('utf8');
  };
  const parsed = async <T>(parse: (text: string) => Promise<Parsed<T>>): Promise<T | undefined> => {
    const content = text();
    if (content === undefined) return undefined;
    const result = await parse(content);
    if ('value' in result) return result.value;
    note(result.problem);
    return undefined;
  };
  const trial = isTrial(path);
  const described = isDocumentation(path);
  const see = (name: string, confidence: number, at: Position, how: { declared?: true } = {}) => {
    if ((trial || confidence === development) && !isDevelopedWith(name, notebook.known)) return;
    // The tests' files say themselves what they are written in. What keeps them together keeps nothing else together.
    if (trial && notebook.known.categoryOf(name) === 'language') return;
    if (trial && /-workspaces?$|-multi-(project|module)$/.test(name)) return;
    if (described && !isDocumentedWith(name, notebook.known, how.declared === true)) return;
    notebook.sightings.push({
      name,
      confidence: trial ? Math.min(confidence, development) : confidence,
      evidence: { file: path, ...at },
      ...how,
    });
  };
  const file: OpenFile = {
    path,
    name: path.slice(slash + 1),
    folder: slash === -1 ? '' : path.slice(0, slash),
    has,
    beside: (other) => has(file.folder === '' ? other : `${file.folder}/${other}`),
    text,
    lines: () => text()?.split('\n').map(shortLine) ?? [],
    head: (bytes = 4096) => read(bytes)?.content.toString('utf8'),
    json: () => parsed(parseJson),
    toml: () => parsed(parseToml),
    yaml: async () => (await parsed(parseYaml)) ?? [],
    found: (name, confidence, at) => see(name, confidence, at),
    dependency: (table, dependency, confidence, at) => {
      for (const name of meaningOf(notebook, table, dependency))
        see(name, confidence, at, { declared: true });
    },
    package: (name, table) => {
      if (notebook.packages.get(file.folder) === undefined) notebook.packages.set(file.folder, name);
      if (table === undefined || name === undefined || trial || isAside(path)) return;
      // A Go module has its major version in its name.
      const plain = name.replace(/\/v\d+$/, '');
      const last = plain.slice(plain.lastIndexOf('/') + 1).toLowerCase();
      if (namedExactly(table, plain).includes(last)) notebook.own.add(last);
    },
    note,
  };
  return file;
}

function meaningOf({ meanings }: Notebook, table: DependencyTable, dependency: string): readonly string[] {
  const known = meanings.get(table) ?? new Map<string, readonly string[]>();
  meanings.set(table, known);
  const names = known.get(dependency) ?? technologiesOf(table, dependency);
  known.set(dependency, names);
  return names;
}
