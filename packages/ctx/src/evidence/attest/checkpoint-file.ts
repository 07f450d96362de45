// A project's checkpoint: an append-only file with a signed entry each time somebody notes the heads of all sessions. What an entry
// names and is not there any more was deleted, cut off or written again.

import * as t from 'typebox';
import { Check } from 'typebox/schema';
import { digestOf } from '../../disk/digest.js';
import { isCanonicalText } from '../../protocol/canonical-text.js';
import { closed } from '../../protocol/closed.js';
import { canonical } from '../../protocol/json.js';
import { fittingJson } from '../../protocol/parsed-json.js';
import { digest } from '../../protocol/records/members.js';
import { genesis } from '../../protocol/records.js';
import type { AllowedSigner } from '../../sign/allowed-signers.js';
import { readSshsig, sshsigHolds } from '../../sign/sshsig.js';
import { WireFault } from '../../sign/wire.js';
import { allowedBy } from './allowed-by.js';

const headOf = t.Object({ id: t.String(), head: digest(), records: t.Integer({ minimum: 1 }) }, closed);

const entrySchema = t.Object(
  {
    at: t.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    /** The digest of the line before, without its end. */
    prev: digest(),
    seq: t.Integer({ minimum: 0 }),
    /** Sessions that are new, or went on since the entry before. */
    sessions: t.Array(headOf),
    /** Sessions that a person deleted, and said so. */
    forgotten: t.Array(headOf),
    signature: t.String(),
  },
  closed,
);

export type CheckpointEntry = t.Static<typeof entrySchema>;
export type SessionHead = t.Static<typeof headOf>;

export interface ReadCheckpoint {
  readonly entries: readonly CheckpointEntry[];
  /** The heads that count, by session. */
  readonly heads: ReadonlyMap<string, SessionHead>;
  /** What the next entry names as the one before it. */
  readonly head: string;
  readonly problem?: { readonly line: number; readonly says: string };
}

/** What a person signs of an entry: all of it but the signature. */
export function entryToSign(entry: Omit<CheckpointEntry, 'signature'>): Buffer {
  return Buffer.from(`${canonical(entry)}\n`);
}

export function entryLine(entry: Omit<CheckpointEntry, 'signature'>, signature: string): string {
  return `${canonical({ ...entry, signature })}\n`;
}

/** Reads as far as it holds. With signers, each entry must be by one of them. */
export function readCheckpoint(text: string, signers?: readonly AllowedSigner[], at = 0): ReadCheckpoint {
  const entries: CheckpointEntry[] = [];
  const heads = new Map<string, SessionHead>();
  let head = genesis;
  const lines = text.split('\n');
  const end = lines.pop();
  const broken = (line: number, says: string) => ({ entries, heads, head, problem: { line, says } });
  for (const [index, line] of lines.entries()) {
    const entry = entryIn(line);
    if (entry === undefined) return broken(index + 1, 'it is not an entry of a checkpoint');
    if (entry.seq !== index || entry.prev !== head)
      return broken(index + 1, 'it does not follow the entry before it');
    const wrong = signatureProblem(entry, signers, at);
    if (wrong !== undefined) return broken(index + 1, wrong);
    for (const { id } of entry.forgotten) heads.delete(id);
    for (const session of entry.sessions) heads.set(session.id, session);
    entries.push(entry);
    head = digestOf(line);
  }
  return end === '' ? { entries, heads, head } : broken(lines.length + 1, 'the last line is incomplete');
}

function entryIn(line: string): CheckpointEntry | undefined {
  return isCanonicalText(line) ? fittingJson(line, isEntry) : undefined;
}

function isEntry(value: unknown): value is CheckpointEntry {
  return Check(entrySchema, value);
}

function signatureProblem(
  { signature, ...entry }: CheckpointEntry,
  signers: readonly AllowedSigner[] | undefined,
  at: number,
) {
  try {
    const read = readSshsig(signature);
    if (!sshsigHolds(read, entryToSign(entry)))
      return 'its signature does not hold: it was changed (signature_invalid)';
    if (signers === undefined) return undefined;
    const [, why] = allowedBy(
      signers.filter(({ publicKey }) => publicKey.blob.equals(read.publicKey.blob)),
      read.namespace,
      at,
    );
    return why === undefined ? undefined : `${why.message} (${why.code})`;
  } catch (error) {
    if (error instanceof WireFault) return 'its signature cannot be read (signature_malformed)';
    throw error;
  }
}
