// What a collector has not taken when a run ends: kept in the user's state folder, and sent by a process that the run does not
// wait for.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Environment } from '../disk/user-folder.js';
import { counted } from '../text/counted.js';
import type { SpanLine } from './span-lines.js';
import { type Destination, keepUnsent, triedRuns, unsentFolder } from './unsent.js';

interface Sender {
  readonly env: Environment;
  readonly program: { readonly shippedFolder: string };
}

/** False where there is no place to keep them: a run never fails for its traces. */
export async function sendOn(
  to: Destination,
  lines: readonly SpanLine[],
  { env, program }: Sender,
): Promise<boolean> {
  const folder = unsentFolder(env);
  if (folder === undefined) return false;
  try {
    keepUnsent(folder, to, lines, Date.now());
  } catch {
    return false;
  }
  return start([join(program.shippedFolder, 'ctx.cjs'), 'export', '--format', 'otlp', '--unsent'], env);
}

/** Earlier runs whose collector did not take their spans after all. */
export function waitingSince(env: Environment): string[] {
  const folder = unsentFolder(env);
  try {
    const runs = folder === undefined ? 0 : triedRuns(folder);
    if (runs === 0) return [];
    const whose = `the traces of ${counted(runs, 'earlier run')}`;
    return [`${whose} could not be sent and are kept: ctx export --format otlp --unsent tries again`];
  } catch {
    return [];
  }
}

/** Its own session, no stream of ours, and no folder of the project: it outlives this process and holds nothing up. */
function start(words: readonly string[], env: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, { cwd: '/', env, detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
