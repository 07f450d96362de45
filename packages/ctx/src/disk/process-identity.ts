// Who a process is, beyond its number: numbers are used again, the time at which a process started is not.

import { readFileSync } from 'node:fs';
import { isSystemError } from '../protocol/failure.js';

/** The boot and the clock tick in which a process started; null where the system does not tell. */
export function startOf(pid: number): string | null {
  const stat = statOf(pid);
  return stat === undefined ? null : stat.start;
}

/** Whether the process that once had this number and this start is still running. In doubt it is. */
export function isRunning(pid: number, start: string | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isSystemError(error, 'EPERM')) return false;
  }
  const stat = statOf(pid);
  if (stat === undefined) return true;
  return !stat.dead && (start === null || start === stat.start);
}

function statOf(pid: number): { start: string; dead: boolean } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses, and may hold spaces and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8);
    const [state] = fields;
    return { start: `${boot}-${fields[19]}`, dead: state === 'Z' || state === 'X' };
  } catch {
    return undefined;
  }
}
