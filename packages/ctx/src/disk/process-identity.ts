// Who a process is, beyond its number. Numbers are used again, and each pid namespace has its own: to somebody outside a
// container, the container's process 1 is another, or none.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { isSystemError } from '../protocol/failure.js';

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** The boot and the clock tick in which it started; null where the system does not tell. */
  readonly start: string | null;
  /** Its pid namespace; null where the system has none. */
  readonly namespace: string | null;
}

/** Gone for certain, running, or where nobody here can see it: in another container, or on another machine. */
export type Liveness = 'gone' | 'running' | 'other_namespace' | 'other_host';

export function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  return { pid, host: hostname(), start: startOf(pid), namespace: namespaceOf('self') };
}

/** `seenAt` is a time at which it ran, in milliseconds since 1970. */
export function livenessOf(identity: ProcessIdentity, seenAt: number): Liveness {
  const boot = bootIn(identity.start);
  const ownBoot = bootOf();
  if (boot === undefined || ownBoot === undefined) {
    if (identity.host !== hostname()) return 'other_host';
    return isRunning(identity.pid, identity.start) ? 'running' : 'gone';
  }
  if (boot === ownBoot) return livenessUnderThisKernel(identity);
  // This machine was booted anew since; unless that was before: then it is another machine of the same name.
  const hasRebooted = identity.host === hostname() && seenAt < Date.now() - uptime() * 1000;
  return hasRebooted ? 'gone' : 'other_host';
}

export function startOf(pid: number): string | null {
  return statOf(pid)?.start ?? null;
}

/** Whether the process that once had this number and this start is still running. In doubt it is. */
export function isRunning(pid: number, start: string | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isSystemError(error, 'ESRCH')) return false;
  }
  const stat = statOf(pid);
  if (stat === undefined) return true;
  return !stat.dead && (start === null || start === stat.start);
}

function livenessUnderThisKernel({ pid, start, namespace }: ProcessIdentity): Liveness {
  const own = namespaceOf('self');
  if (namespace !== null && own !== null && namespace !== own) return livenessInNamespace(pid, start, own);
  return isRunning(pid, start) ? 'running' : 'gone';
}

/** The kernel gives it to the namespace from which all processes are seen. */
const outermost = 'pid:[4026531836]';

/** A process shows the numbers that it has in the namespaces below ours. Only from outermost is what is not seen gone. */
function livenessInNamespace(pid: number, start: string | null, own: string): Liveness {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    if (innermostNumber(name) !== pid) continue;
    const stat = statOf(Number(name));
    if (stat !== undefined && !stat.dead && stat.start === start) return 'running';
  }
  // Number 2 starts the kernel's own threads; who does not see it sees only some processes.
  return own === outermost && statOf(2) !== undefined ? 'gone' : 'other_namespace';
}

function innermostNumber(name: string): number | undefined {
  const status = readOfKernel(`/proc/${name}/status`) ?? '';
  const numbers = /^NSpid:(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/) ?? [];
  return numbers.length > 1 ? Number(numbers.at(-1)) : undefined;
}

function namespaceOf(process: string): string | null {
  try {
    return readlinkSync(`/proc/${process}/ns/pid`);
  } catch {
    return null;
  }
}

function bootIn(start: string | null): string | undefined {
  return start === null ? undefined : /^([0-9a-f]{8})-\d+$/.exec(start)?.[1];
}

function bootOf(): string | undefined {
  return readOfKernel('/proc/sys/kernel/random/boot_id')?.slice(0, 8);
}

function statOf(pid: number): { start: string; dead: boolean } | undefined {
  const stat = readOfKernel(`/proc/${pid}/stat`);
  const boot = bootOf();
  if (stat === undefined || boot === undefined) return undefined;
  // The second field is the program's name in parentheses, and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return { start: `${boot}-${fields[19]}`, dead: state === 'Z' || state === 'X' };
}

/** Nothing where the system does not tell, or the process ended just now: whoever asks takes that for not known. */
function readOfKernel(path: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
