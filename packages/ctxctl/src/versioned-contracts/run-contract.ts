// A contract, run: every step of its lifecycle through the program itself, every failure, and what comes of it.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainTrees, type TreeHash, treeHash } from '../../../ctx/src/kit/trees.js';
import { answerProblems, writeAnswers } from './answers.js';
import { type Lifecycle, readLifecycle } from './lifecycle.js';
import { heldMembers, type MemberCount, readMembers } from './members.js';
import type { ProgramUnderTest } from './program-under-test.js';
import { Running } from './running.js';
import { toldProblems } from './told-files.js';
import type { Version } from './versions.js';

export interface ContractRun {
  readonly tree_hash: string;
  readonly steps: number;
  readonly failures: number;
  /** Of a contract that lists the members of its answers. */
  readonly members?: MemberCount;
  /** What is not as the contract says, in a sentence each. */
  readonly problems: readonly string[];
}

export interface ContractSurroundings extends ProgramUnderTest {
  /** How deep below the temporary folder it works. */
  readonly below?: string;
}

/** What came of it: a tree of files, or of answers. */
export interface Made {
  readonly tree: TreeHash;
  readonly of: 'files' | 'answers';
  /** Members of the files that may be reworded; without it, files must be the same. */
  readonly varies?: readonly string[] | undefined;
}

/** The folder whose content is the contract's tree, where that is not the answers. */
const treeFolder = 'a/out';

export async function runContract(
  version: Version,
  given: ContractSurroundings,
  use: (made: Made, problems: readonly string[]) => void = () => {},
): Promise<ContractRun> {
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-contract-')));
  try {
    // Whoever runs it has to reach it.
    if (given.uid !== undefined) chmodSync(temporary, 0o755);
    const place = join(temporary, given.below ?? 'here');
    mkdirSync(place, { recursive: true });
    const lifecycle = readLifecycle(version.folder);
    const passes = await passesOf(lifecycle, version, place, given);
    const answers = passes.flatMap((pass) => pass.answers);
    const table = readMembers(version.folder);
    const held = table === undefined ? undefined : heldMembers(table, answers);
    const problems = [...passes.flatMap((pass) => pass.problems), ...(held?.problems ?? [])];
    const made = madeBy(lifecycle, place, () => writeAnswers(answers, lifecycle, join(temporary, 'answers')));
    use(made, problems);
    const { steps, failures } = lifecycle;
    return {
      tree_hash: made.tree.tree_hash,
      steps: steps.length,
      failures: failures.length,
      ...(held && { members: held.count }),
      problems,
    };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** One pass, or one for each envelope at the same time, each in a folder of its own. */
async function passesOf(
  lifecycle: Lifecycle,
  version: Version,
  place: string,
  given: ContractSurroundings,
): Promise<readonly Running[]> {
  const envelopes = lifecycle.answers?.envelopes;
  const passes =
    envelopes === undefined
      ? [new Running(version, place, given)]
      : envelopes.map((envelope) => new Running(version, join(place, envelope), given, envelope));
  await Promise.all(passes.map((pass) => pass.all(lifecycle)));
  return passes;
}

function madeBy({ answers, files }: Lifecycle, place: string, write: () => string): Made {
  if (answers === undefined)
    return { tree: treeHash(join(place, treeFolder)), of: 'files', varies: files?.varies };
  return { tree: treeHash(write()), of: 'answers' };
}

/** How what came differs from the golden. Files must be the same, but for what varies; an answer must hold all that its golden holds. */
export function againstGolden(version: Version, { tree, of, varies }: Made): readonly string[] {
  const golden = treeHash(join(version.folder, 'golden'));
  const expected: unknown = JSON.parse(readFileSync(join(version.folder, 'expected.json'), 'utf8'));
  const claimed = String(Reflect.get(Object(expected), 'tree_hash'));
  const stale =
    golden.tree_hash === claimed
      ? []
      : [`expected.json says ${claimed}, the golden tree has ${golden.tree_hash}`];
  if (of === 'answers') return [...answerProblems(tree.root, golden.root), ...stale];
  if (varies !== undefined) return [...toldProblems(tree.root, golden.root, varies), ...stale];
  return [
    ...explainTrees(tree, golden).map(({ path, how }) => `${path}: ${how} (there is the golden one)`),
    ...stale,
    ...(tree.tree_hash === claimed ? [] : [`the tree hash is ${tree.tree_hash}, expected is ${claimed}`]),
  ];
}
