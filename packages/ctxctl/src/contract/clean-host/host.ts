// A clean host: its places, its environment, and how to run something on it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, type Child, firstLine, runChild } from './child.js';
import { type Confinement, confine, tethered } from './confinement.js';
import { cleanEnvironment, fetchVariables, npmVariables, type Places, placesIn } from './environment.js';
import { machineProgram } from './machine-program.js';
import { type NpmShared, registryLines } from './npm-shared.js';
import { Broken } from './step.js';

export interface CleanHost {
  readonly places: Places;
  /** A project of the host's user. */
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Nothing where the system cannot confine programs. */
  readonly confinement: Confinement | undefined;
  /** Runs a program by its name, as its user would; nothing of ours is on the way. */
  run(program: string, words: readonly string[], call?: Partial<Call>): Promise<Child>;
  /** npm on the clean host: without a network, without scripts. */
  npm(words: readonly string[], call?: Partial<Call>): Promise<Child>;
  /** npm with its user's own settings and the network, but without scripts: for what has to be there first. */
  fetch(words: readonly string[], call?: Partial<Call>): Promise<Child>;
  /** A tool of the machine, which may write anywhere below the root and reach the network. */
  tool(program: string, words: readonly string[], call?: Partial<Call>): Promise<Child>;
}

export interface Surroundings {
  readonly root: string;
  readonly outside: Readonly<Record<string, string | undefined>>;
  /** Folders whose programs must not be found. */
  readonly away: readonly string[];
  readonly shared: NpmShared;
  readonly signal: AbortSignal;
  /** The real homes of people, and what programs need of them to read. Nothing is confined without it. */
  readonly homes?: { readonly paths: readonly string[]; readonly needed: readonly string[] } | undefined;
}

export function cleanHost({ root, outside, away, shared, signal, homes }: Surroundings): CleanHost {
  const places = placesIn(root);
  const project = join(places.work, 'project');
  const writable = [places.home, places.prefix, places.temporary, places.work];
  for (const folder of [...writable, project, join(root, 'npm')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'npm', 'userconfig'), registryLines(shared));
  const env = cleanEnvironment(outside, places, away);
  // A package may bring a program that is called node, npm or bwrap: none of ours is looked for among those.
  const path = outside['PATH'] ?? '';
  const npmEnv = { ...env, ...npmVariables(places, shared), PATH: path };
  const npm = machineProgram('npm', path) ?? 'npm';
  const bubblewrap = machineProgram('bwrap', path);
  const confinement =
    homes === undefined || bubblewrap === undefined
      ? undefined
      : confine({ bubblewrap, homes: homes.paths, needed: homes.needed, writable, root });
  const start = (program: string, words: readonly string[], call: Partial<Call>) => {
    if (signal.aborted) throw new Broken(['the contract was cancelled']);
    return runChild(program, words, { cwd: project, env, signal, ...call });
  };
  // Where nothing can be confined, nothing can be tethered either.
  const [tether, ...tied] = confinement === undefined ? [] : tethered(bubblewrap ?? '');
  const tool = (program: string, words: readonly string[], call: Partial<Call> = {}) =>
    tether === undefined ? start(program, words, call) : start(tether, [...tied, program, ...words], call);
  const fetchEnv = fetchVariables(outside);
  return {
    places,
    project,
    env,
    signal,
    confinement,
    run: (program, words, call = {}) => start(program, words, { confinement, ...call }),
    npm: (words, call = {}) =>
      start(npm, words, {
        confinement,
        env: npmEnv,
        timeoutMs: 300_000,
        writes: [shared.cache],
        ...call,
      }),
    fetch: (words, call = {}) => tool(npm, words, { env: fetchEnv, timeoutMs: 300_000, ...call }),
    tool,
  };
}

/** The answer of a program that has to succeed. */
export async function succeeded(what: string, answer: Promise<Child>): Promise<Child> {
  const child = await answer;
  if (child.timedOut) throw new Broken([`${what} did not end in time`]);
  if (child.exitCode === 0) return child;
  const said = firstLine(child.stderr) || firstLine(child.stdout);
  throw new Broken([`${what} failed: exit ${child.exitCode}, ${said}`]);
}
