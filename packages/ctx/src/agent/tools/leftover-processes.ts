// Processes that a command left behind, found by a mark in their environment: a process may leave its group and its
// parent, but it takes its environment along. Where the system does not show environments, only the group is known.

import { readFileSync } from 'node:fs';
import { sha256 } from '../../disk/digest.js';
import { realPathOf } from '../../disk/inside.js';
import { namesIn } from '../../disk/names-in.js';
import { pause } from '../../disk/pause.js';
import { readFailure } from '../../disk/system-errors.js';
import type { Environment } from '../../disk/user-folder.js';
import { isSystemError } from '../../protocol/failure.js';

/** The variable that carries the marks of all calls that a process runs under, the outermost first. */
export const markVariable = 'CTX_TOOL_CALL';

/** The marks of the call around us, where we run under one, and this one. */
export function marksWith(env: Environment, mark: string): string {
  const outer = env[markVariable];
  return outer === undefined || outer === '' ? mark : `${outer}:${mark}`;
}

/** Everything that a session starts carries it. Who holds the lock of that log knows: what carries it was left behind. */
export function sessionMark(log: string): string {
  return sha256(realPathOf(log) ?? log).slice(0, 16);
}

/** Ends all that carries a mark. `left` still runs after all. */
export async function endMarked(mark: string): Promise<{ ended: number[]; left: number[] }> {
  const found = new Set<number>();
  for (let round = 0; round < mostRounds; round++) {
    const running = markedProcesses(mark);
    if (running.length === 0) return { ended: [...found], left: [] };
    for (const pid of running) found.add(pid);
    signalMarked(mark, 'SIGKILL');
    await pause(20);
  }
  const left = markedProcesses(mark);
  return { ended: [...found].filter((pid) => !left.includes(pid)), left };
}

/** Again until no new one is found: some may be starting others just now. */
export function signalMarked(mark: string, signal: NodeJS.Signals): void {
  const told = new Set<number>();
  for (let round = 0; round < mostRounds; round++) {
    const fresh = markedIfSeen(mark).filter((pid) => !told.has(pid));
    if (fresh.length === 0) return;
    for (const pid of fresh) {
      told.add(pid);
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself.
      }
    }
  }
}

const mostRounds = 100;

function markedProcesses(mark: string): number[] {
  return namesIn('/proc').flatMap((name) => {
    const pid = Number(name);
    return Number.isInteger(pid) && pid !== process.pid && carries(pid, mark) ? [pid] : [];
  });
}

/** For who ends what can be seen, in the middle of something else: what is left is found by `resume`. */
export function markedIfSeen(mark: string): number[] {
  try {
    return markedProcesses(mark);
  } catch {
    return [];
  }
}

function carries(pid: number, mark: string): boolean {
  const file = `/proc/${pid}/environ`;
  try {
    const entries = readFileSync(file, 'latin1').split('\0');
    const own = entries.find((entry) => entry.startsWith(`${markVariable}=`)) ?? '';
    return own
      .slice(markVariable.length + 1)
      .split(':')
      .includes(mark);
  } catch (error) {
    // It ended just now, or is another user's, whom our tools cannot have started.
    if (isSystemError(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return false;
    throw readFailure(error, file);
  }
}
