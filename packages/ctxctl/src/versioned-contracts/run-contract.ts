// A contract, run: every step of its lifecycle through the program itself, every failure, and the tree that comes of it.

import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainTrees, filesBelow, type TreeHash, treeHash } from '../../../ctx/src/kit/trees.js';
import { broken, compare } from './comparisons.js';
import { type Call, type Lifecycle, type Preparation, readLifecycle } from './lifecycle.js';
import { call, type Surroundings } from './surroundings.js';
import type { Version } from './versions.js';

export interface ContractRun {
  readonly tree_hash: string;
  readonly steps: number;
  readonly failures: number;
  /** What is not as the contract says, in a sentence each. */
  readonly problems: readonly string[];
}

export interface Place extends Surroundings {
  /** How deep below the temporary folder it works. */
  readonly below?: string;
}

/** The folder of each place whose content is the contract's tree. */
const treeFolder = 'a/out';

export async function runContract(
  version: Version,
  given: Place,
  use: (tree: TreeHash, problems: readonly string[]) => void = () => {},
): Promise<ContractRun> {
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-contract-')));
  try {
    // Whoever runs it has to reach it.
    if (given.uid !== undefined) chmodSync(temporary, 0o755);
    const place = join(temporary, given.below ?? 'here');
    mkdirSync(place, { recursive: true });
    const running = new Running(version, place, given);
    const lifecycle = readLifecycle(version.folder);
    await running.all(lifecycle);
    const tree = treeHash(join(place, treeFolder));
    const { problems } = running;
    use(tree, problems);
    const { steps, failures } = lifecycle;
    return { tree_hash: tree.tree_hash, steps: steps.length, failures: failures.length, problems };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** How the tree that came differs from the golden one. */
export function againstGolden(version: Version, tree: TreeHash): readonly string[] {
  const golden = treeHash(join(version.folder, 'golden'));
  const expected: unknown = JSON.parse(readFileSync(join(version.folder, 'expected.json'), 'utf8'));
  const claimed = String(Reflect.get(Object(expected), 'tree_hash'));
  return [
    ...explainTrees(tree, golden).map(({ path, how }) => `${path}: ${how} (there is the golden one)`),
    ...(golden.tree_hash === claimed
      ? []
      : [`expected.json says ${claimed}, the golden tree has ${golden.tree_hash}`]),
    ...(tree.tree_hash === claimed ? [] : [`the tree hash is ${tree.tree_hash}, expected is ${claimed}`]),
  ];
}

class Running {
  readonly problems: string[] = [];
  readonly #version: Version;
  readonly #place: string;
  readonly #given: Place;
  readonly #folders = new Set<string>();

  constructor(version: Version, place: string, given: Place) {
    this.#version = version;
    this.#place = place;
    this.#given = given;
    mkdirSync(join(place, 'home'));
    this.#hand(join(place, 'home'));
  }

  async all({ steps, failures }: Lifecycle): Promise<void> {
    for (const step of steps) {
      await this.#call(step);
      for (const comparison of step.holds ?? []) {
        const problem = compare(this.#place, comparison);
        if (problem !== undefined) this.problems.push(`${step.does}: ${problem}`);
      }
    }
    for (const failure of failures) {
      const cwd = this.#prepare(failure);
      const before = stateOf(cwd);
      const envelope = await this.#call(failure);
      const message = String(Reflect.get(Object(Reflect.get(Object(envelope), 'error')), 'message'));
      if (!message.includes(failure.says)) this.#problem(failure, `the message is “${message}”`);
      if (stateOf(cwd) !== before) this.#problem(failure, 'something on disk was changed');
    }
  }

  async #call(one: Call): Promise<unknown> {
    const cwd = 'says' in one ? join(this.#place, one.in) : this.#prepare(one);
    const { exitCode, stdout, stderr } = await call(one.argv, cwd, join(this.#place, 'home'), this.#given);
    if (exitCode !== one.exit_code) this.#problem(one, `exit code ${exitCode}: ${stdout}${stderr}`);
    const envelope: unknown = JSON.parse(stdout === '' ? 'null' : stdout);
    const { data, error } = one;
    const wrong = broken(
      { ...(data !== undefined && { data }), ...(error !== undefined && { error }) },
      envelope,
    );
    if (wrong !== undefined) this.#problem(one, wrong);
    return envelope;
  }

  #prepare({ in: name, prepare = [] }: Call): string {
    const cwd = join(this.#place, name);
    if (!this.#folders.has(name)) {
      this.#folders.add(name);
      cpSync(join(this.#version.folder, 'configs'), cwd, { recursive: true });
      mkdirSync(join(cwd, 'out'));
    }
    for (const one of prepare) prepared(cwd, one);
    this.#hand(cwd);
    return cwd;
  }

  /** To whom it runs as. */
  #hand(folder: string): void {
    const { uid } = this.#given;
    if (uid === undefined) return;
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(join(folder, name), uid, uid);
  }

  #problem({ does }: Call, what: string): void {
    this.problems.push(`${does}: ${what}`);
  }
}

function prepared(cwd: string, one: Preparation): void {
  if ('copy' in one) {
    const [from = '', to = ''] = one.copy;
    cpSync(join(cwd, from), join(cwd, to), { recursive: true });
  } else if ('write' in one) {
    const [file = '', text = ''] = one.write;
    writeFileSync(join(cwd, file), text);
  } else {
    const [file = '', search = '', instead = ''] = one.replace;
    const text = readFileSync(join(cwd, file), 'utf8');
    if (!text.includes(search)) throw new TypeError(`${file} does not hold ${search}`);
    writeFileSync(
      join(cwd, file),
      text.replace(search, () => instead),
    );
  }
}

/** All that is on disk, but for what ctx keeps of its own. */
function stateOf(folder: string): string {
  const files = filesBelow(folder).map(
    (path) => `${path} ${readFileSync(join(folder, path)).toString('base64')}`,
  );
  return [...files, ...readdirSync(folder)].join('\n');
}
