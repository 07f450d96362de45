// Where a session that is on its way here waits: a folder of its own with the user, outside of any project, until it is whole, verified
// and put in its place. What it has come to stands in one small file, written whole each time.

import { closeSync, fstatSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { invalidParams, RpcError, rpcCodes } from '../acp/rpc-error.js';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { isThere } from '../disk/is-there.js';
import { type Lock, tryLock } from '../disk/lock.js';
import { namesIn } from '../disk/names-in.js';
import { readText } from '../disk/read.js';
import { writeAll } from '../disk/write-all.js';
import { isMembers } from '../protocol/members.js';
import { isTicket } from './bounded-fields.js';
import { type Offer, offerFrom, type Phase, type PutTarget, phases } from './wire.js';

/** What is kept of a teleport that came here. */
export interface Arrival {
  readonly phase: Exclude<Phase, 'unknown'>;
  readonly offer: Offer;
  readonly root: string;
  /** Where the session's file goes. */
  readonly log: string;
  readonly receipt?: string;
}

/** So many may be under way; more are refused. */
const mostUnderWay = 32;
/** After that, what was never finished is cleared away. */
const patienceMs = 14 * 24 * 3600_000;

export class Staging {
  readonly folder: string;
  readonly ticket: string;

  constructor(folder: string, ticket: string) {
    this.folder = join(folder, ticket);
    this.ticket = ticket;
  }

  get log(): string {
    return join(this.folder, 'log.jsonl');
  }

  get bundle(): string {
    return join(this.folder, 'bundle');
  }

  get repository(): string {
    return join(this.folder, 'repository');
  }

  get manifest(): string {
    return join(this.folder, 'manifest.json');
  }

  get plan(): string {
    return join(this.folder, 'plan.json');
  }

  content(digest: string): string {
    return join(this.folder, 'files', digest.slice('sha256:'.length));
  }

  /** Nothing where nothing of it is known. */
  arrival(): Arrival | undefined {
    if (!isThere(join(this.folder, 'arrival.json'))) return undefined;
    const value: unknown = JSON.parse(readText(join(this.folder, 'arrival.json')));
    if (!isMembers(value)) throw invalidParams('what is known of this teleport cannot be read');
    const { phase, offer, root, log, receipt } = value;
    const known = phases.find((one) => one === phase);
    if (known === undefined || known === 'unknown' || typeof root !== 'string' || typeof log !== 'string')
      throw invalidParams('what is known of this teleport cannot be read');
    return {
      phase: known,
      offer: offerFrom(offer),
      root,
      log,
      ...(typeof receipt === 'string' && { receipt }),
    };
  }

  keep(arrival: Arrival): void {
    makeFolders(join(this.folder, 'files'), 0o700);
    writeAtomically(join(this.folder, 'arrival.json'), `${JSON.stringify(arrival)}\n`, 0o600);
  }

  lock(): Lock {
    makeFolders(this.folder, 0o700);
    const attempt = tryLock(join(this.folder, 'lock'));
    if (attempt.taken) return attempt.lock;
    throw new RpcError(rpcCodes.internalError, 'another process works on this teleport', {
      code: 'teleport_busy',
      retryable: true,
    });
  }

  fileFor(what: PutTarget, digest: string | undefined): string {
    if (what === 'file') return this.content(digest ?? '');
    return what === 'log' ? this.log : this.bundle;
  }

  /** At the end of what is there, and nowhere else; how many bytes there are then. */
  append(file: string, offset: number, data: Buffer, most: number): number {
    const descriptor = openSync(file, 'a+', 0o600);
    try {
      const { size } = fstatSync(descriptor);
      if (offset !== size) throw invalidParams(`offset must be ${size}`);
      if (size + data.length > most) throw invalidParams('it is more than was offered');
      writeAll(descriptor, data);
      if (size + data.length === most) fsyncSync(descriptor);
      return size + data.length;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Only what must be remembered of it stays. */
  clear(): void {
    for (const name of namesIn(this.folder))
      if (name !== 'arrival.json' && !name.startsWith('lock'))
        rmSync(join(this.folder, name), { recursive: true, force: true });
  }
}

/** Clears away what nobody came back for, and refuses more than a few at a time. */
export function makeRoom(folder: string, ticket: string, now: number): void {
  let underWay = 0;
  for (const name of namesIn(folder)) {
    if (name === ticket || !isTicket(name)) continue;
    const staging = new Staging(folder, name);
    const { phase } = staging.arrival() ?? {};
    if (phase === 'committed' || phase === 'aborted' || phase === 'committing') continue;
    if (now - statSync(staging.folder).mtimeMs > patienceMs) {
      const lock = tryLock(join(staging.folder, 'lock'));
      if (lock.taken) rmSync(staging.folder, { recursive: true, force: true });
    } else underWay += 1;
  }
  if (underWay >= mostUnderWay)
    throw new RpcError(rpcCodes.internalError, `${mostUnderWay} teleports wait here already`, {
      code: 'teleport_busy',
    });
}
