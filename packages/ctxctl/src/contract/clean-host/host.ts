// A clean host: its places, its environment, and how to run something on it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, type Child, runChild } from './child.js';
import { cleanEnvironment, npmVariables, type Places, placesIn } from './environment.js';
import { firstLine } from './fake-host.js';
import type { NpmShared } from './npm-shared.js';
import { Broken } from './step.js';

export interface CleanHost {
  readonly places: Places;
  /** A project of the host's user. */
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Stands before every command of the host, where the real homes are veiled. */
  readonly within: readonly string[];
  /** Runs a program by its name, as its user would; nothing of ours is on the way. */
  run(program: string, words: readonly string[], call?: Partial<Call>): Promise<Child>;
  npm(words: readonly string[], call?: Partial<Call>): Promise<Child>;
}

export interface Surroundings {
  readonly root: string;
  readonly outside: Readonly<Record<string, string | undefined>>;
  /** Folders whose programs must not be found. */
  readonly away: readonly string[];
  readonly shared: NpmShared;
  readonly signal: AbortSignal;
  readonly within: readonly string[];
}

export function cleanHost({ root, outside, away, shared, signal, within }: Surroundings): CleanHost {
  const places = placesIn(root);
  const project = join(root, 'project');
  for (const folder of [places.home, places.prefix, places.temporary, project, join(root, 'npm')])
    mkdirSync(folder, { recursive: true });
  const env = cleanEnvironment(outside, places, away);
  const npmEnv = { ...env, ...npmVariables(places, shared) };
  const run = (program: string, words: readonly string[], call: Partial<Call> = {}) => {
    if (signal.aborted) throw new Broken(['the contract was called off']);
    return runChild(program, words, { cwd: project, env, signal, within, ...call });
  };
  return {
    places,
    project,
    env,
    signal,
    within,
    run,
    npm: (words, call = {}) => run('npm', words, { env: npmEnv, timeoutMs: 300_000, ...call }),
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
