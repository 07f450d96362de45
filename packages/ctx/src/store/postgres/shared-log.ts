// A session's log in the store. The statement that appends records moves the log's head, and does so only for who has the claim: whoever was
// fenced off appends nothing, and a statement whose answer was lost is known by the head.

import { fail } from '../../protocol/codes.js';
import type { Failure } from '../../protocol/failure.js';
import { isMembers } from '../../protocol/members.js';
import { parsedJson } from '../../protocol/parsed-json.js';
import type { Claim, SealedLine, SharedLog } from '../fleet-store.js';
import type { Connections, Statements } from './connections.js';
import type { Held, Leases } from './leases.js';
import { linesOfLog } from './read-store.js';
import { bytesOf, numberOf, textOf, truthOf } from './rows.js';

/** Of one statement. */
const mostBytes = 1 << 22;
const mostLines = 1000;
/** Of packed files: one row each, and of all of them together. */
const partBytes = 1 << 22;
const mostPacked = 1 << 28;
const ours = "id = $1 and epoch = $2 and state = 'running' and log = $3";

export interface Sharing {
  readonly connections: Connections;
  readonly leases: Leases;
  /** Tries again while the lease could still hold. */
  readonly persist: <T>(held: Held, work: () => Promise<T>) => Promise<T>;
}

export function sharedLog(claim: Claim, { connections, leases, persist }: Sharing): SharedLog {
  const { session_id } = claim.session;
  const fence = [session_id, claim.epoch, claim.log] as const;

  /** Until an answer is fresh: one that lay in a buffer while this process slept says nothing of now. */
  const confirm = async (held: Held) => {
    for (;;) {
      const asked = leases.now();
      const renewed = await connections.rows(
        `update ctx.session set lease_until = clock_timestamp() + $4 * interval '1 millisecond' where ${ours} returning id`,
        [...fence, leases.leaseMs],
      );
      if (renewed.length === 0) throw leases.lose(held);
      if (leases.now() - asked > leases.leaseMs) continue;
      held.confirmed = Math.max(held.confirmed, asked);
      return;
    }
  };

  const append = async (held: Held, lines: readonly SealedLine[]) => {
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) return confirm(held);
    const asked = leases.now();
    const rows = await connections.rows(
      `with s as (update ctx.session set head_seq = $6, head_hash = $7, lease_until = clock_timestamp() + $8 * interval '1 millisecond'
                  where ${ours} and head_seq = $4 and head_hash = $5 returning id),
            r as (insert into ctx.record (session, log, seq, epoch, line)
                  select $1, $3, x.seq, $2, x.line from s, unnest($9::int[], $10::text[]) as x (seq, line) returning 1)
       select count(*) as n from r`,
      [
        ...fence,
        first.seq - 1,
        first.prev,
        last.seq,
        last.hash,
        leases.leaseMs,
        lines.map(({ seq }) => seq),
        lines.map(({ line }) => line),
      ],
    );
    const isWritten = rows[0] !== undefined && numberOf(rows[0], 'n') === lines.length;
    if (!isWritten) return isThere(held, last);
    if (leases.now() - asked > leases.leaseMs) return confirm(held);
    held.confirmed = Math.max(held.confirmed, asked);
  };

  /** It is ours and ends with this line: it was written before, and only the answer was lost. */
  const isThere = async (held: Held, last: SealedLine) => {
    const [row] = await connections.rows(`select head_seq, head_hash from ctx.session where ${ours}`, fence);
    if (row === undefined || numberOf(row, 'head_seq') !== last.seq || textOf(row, 'head_hash') !== last.hash)
      throw leases.lose(held);
    return confirm(held);
  };

  /** The same claim may have begun another log since. */
  const ofThisLog = () => {
    const held = leases.of(claim);
    if (held.claim.log !== claim.log) throw fail('lease_lost', { operation: 'fleet', target: session_id });
    return held;
  };

  return {
    load() {
      const held = ofThisLog();
      const rows: Statements['rows'] = (text, values) => persist(held, () => connections.rows(text, values));
      return untilHead({ rows }, fence, () => leases.lose(held));
    },
    async commit(lines) {
      const held = ofThisLog();
      for (const some of lines.length === 0 ? [[]] : inPieces(lines))
        await persist(held, () => append(held, some));
    },
    async keepFiles(tree, packed, besides) {
      const held = ofThisLog();
      const snapshot = { tree, packed, besides };
      await persist(held, () => keepSnapshot(connections, fence, snapshot, () => leases.lose(held)));
    },
    async keptFiles(tree) {
      const held = ofThisLog();
      return persist(held, () => snapshotOf(connections, session_id, tree));
    },
  };
}

/** What stands behind the head was never acknowledged, whoever wrote it there. */
async function* untilHead(
  statements: Statements,
  fence: readonly [string, number, string],
  lost: () => Failure,
): AsyncGenerator<string> {
  const [session, , log] = fence;
  const lines = linesOfLog(statements, session, log);
  const [[row], first] = await Promise.all([
    statements.rows(`select head_seq, head_hash from ctx.session where ${ours}`, fence),
    lines.next(),
  ]);
  if (row === undefined) throw lost();
  const [seq, hash] = [numberOf(row, 'head_seq'), textOf(row, 'head_hash')];
  if (seq < 0) return;
  let count = 0;
  for (let next = first; next.done !== true; next = await lines.next()) {
    count += 1;
    if (count > seq && hashIn(next.value) !== hash) break;
    yield next.value;
    if (count > seq) return;
  }
  // It ends before its head, or in another record.
  throw fail('session_broken', { operation: 'load', target: session, seq: count, reason: 'head_mismatch' });
}

function hashIn(line: string): unknown {
  const record = parsedJson(line);
  return isMembers(record) ? record['hash'] : undefined;
}

function inPieces(lines: readonly SealedLine[]): SealedLine[][] {
  const pieces: SealedLine[][] = [];
  let bytes = 0;
  for (const line of lines) {
    const piece = pieces.at(-1);
    if (piece === undefined || piece.length >= mostLines || bytes + line.line.length > mostBytes) {
      pieces.push([line]);
      bytes = line.line.length;
    } else {
      piece.push(line);
      bytes += line.line.length;
    }
  }
  return pieces;
}

interface Snapshot {
  readonly tree: string;
  readonly packed: Uint8Array;
  /** The others that are still of use. */
  readonly besides: readonly string[];
}

/** All parts or none; those of no use go. Whoever lost the claim keeps nothing. The row is locked for the end of it alone. */
async function keepSnapshot(
  connections: Connections,
  fence: readonly unknown[],
  { tree, packed, besides }: Snapshot,
  lost: () => Failure,
): Promise<void> {
  const [session] = fence;
  await connections.transaction(async (within) => {
    for (let part = 0; part === 0 || part * partBytes < packed.length; part++) {
      const bytes = packed.subarray(part * partBytes, (part + 1) * partBytes);
      const kept = await within.rows(
        `insert into ctx.snapshot (session, tree, part, bytes) values ($1, $2, $3, $4)
           on conflict (session, tree, part) do update set kept_at = clock_timestamp() returning xmax = 0 as is_new`,
        [session, tree, part, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
      );
      // It is there, whole.
      if (kept[0] !== undefined && !truthOf(kept[0], 'is_new')) break;
    }
    const mine = await within.rows(`select id from ctx.session where ${ours} for no key update`, fence);
    if (mine.length === 0) throw lost();
    within.send('delete from ctx.snapshot where session = $1 and tree <> all ($2::text[])', [
      session,
      [tree, ...besides],
    ]);
  });
}

export async function snapshotOf(
  connections: Statements,
  session: string,
  tree: string,
): Promise<Uint8Array | undefined> {
  const rows = await connections.rows(
    `select bytes from ctx.snapshot where session = $1 and tree = $2
       and (select sum(octet_length(bytes)) from ctx.snapshot where session = $1 and tree = $2) <= $3 order by part`,
    [session, tree, mostPacked],
  );
  return rows.length === 0 ? undefined : Buffer.concat(rows.map((row) => bytesOf(row, 'bytes')));
}
