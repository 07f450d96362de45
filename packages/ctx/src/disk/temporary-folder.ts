// A folder of ours among the system's temporary ones. Its name says who made it, so that what a killed process left can be told
// from what one works in.

import { mkdtempSync, realpathSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownIdentity, type ProcessIdentity } from './process-identity.js';

export type Purpose =
  | 'committed'
  | 'doctor'
  | 'drive'
  | 'import'
  | 'install'
  | 'live'
  | 'replay'
  | 'sandbox'
  | 'sign'
  | 'teleport'
  | 'verify';

export function makeTemporaryFolder(purpose: Purpose, base = realpathSync(tmpdir())): string {
  const { pid, start, namespace } = ownIdentity();
  const number = /\d+/.exec(namespace ?? '')?.[0] ?? unknown;
  return mkdtempSync(join(base, `ctx-${purpose}-${pid}-${start ?? unknown}-${number}-`));
}

const unknown = 'x';

/** Who made a folder of this name; nothing where it is none of ours. */
export function makerOf(name: string): ProcessIdentity | undefined {
  const { pid, start, number } =
    /^ctx-(committed|doctor|drive|import|install|live|replay|sandbox|sign|teleport|verify)-(?<pid>\d+)-(?<start>[0-9a-f]{8}-\d+|x)-(?<number>\d+|x)-\w{6}$/.exec(
      name,
    )?.groups ?? {};
  if (pid === undefined) return undefined;
  return {
    pid: Number(pid),
    host: hostname(),
    start: start === undefined || start === unknown ? null : start,
    namespace: number === undefined || number === unknown ? null : `pid:[${number}]`,
  };
}
