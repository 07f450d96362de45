// The heads of all sessions held against a checkpoint, and noted in it.

import { dirname } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { makeFolders } from '../../disk/folders.js';
import { isThere } from '../../disk/is-there.js';
import { readText } from '../../disk/read.js';
import { writeFailure } from '../../disk/system-errors.js';
import type { Environment } from '../../disk/user-folder.js';
import { whileLocked } from '../../disk/while-locked.js';
import { fail } from '../../protocol/codes.js';
import type { AllowedSigner } from '../../sign/allowed-signers.js';
import type { Signer } from '../../sign/signer.js';
import { checkSessions, type FoundSession, type Missed } from './check-sessions.js';
import { entryLine, entryToSign, type ReadCheckpoint, readCheckpoint } from './checkpoint-file.js';
import { sshsigOver } from './sign-statement.js';

/** A checkpoint, and the sessions that it is about. */
export interface Checkpointed {
  readonly file: string;
  /** With signers, each entry must be by one of them. */
  readonly signers?: readonly AllowedSigner[] | undefined;
  /** Asked under the lock, so that entries are in the order of their times. */
  now(): number;
  sessions(): readonly FoundSession[];
}

export interface CheckpointState {
  readonly file: string;
  readonly entries: number;
  readonly head: string;
  readonly sessions: number;
  readonly noted: number;
  readonly forgotten: number;
  readonly key?: string;
  readonly missed: Missed[];
}

/** Writes nothing. A session that the checkpoint knows and that does not hold any more is a failure. */
export function verifyCheckpoint(checkpointed: Checkpointed): CheckpointState {
  const { file } = checkpointed;
  if (!isThere(file)) throw fail('checkpoint_none', { operation: 'verify', target: file });
  const known = soundCheckpoint(checkpointed);
  const checked = checkSessions(known.heads, checkpointed.sessions());
  return orMissed(stateOf(file, known, checked.missed));
}

/** `forget`: deleted sessions are taken off the list, in an entry that says so. */
export function noteHeads(
  checkpointed: Checkpointed,
  signer: Signer,
  env: Environment,
  forget: boolean,
): Promise<CheckpointState> {
  const { file } = checkpointed;
  return inTurn(file, async () => {
    const known = soundCheckpoint(checkpointed);
    const { heads, missed } = checkSessions(known.heads, checkpointed.sessions());
    const gone = missed.filter(({ state }) => state === 'deleted' && forget);
    const left = missed.filter((one) => !gone.includes(one));
    orMissed(stateOf(file, known, missed), left);
    const sessions = heads.filter(({ id, head }) => known.heads.get(id)?.head !== head);
    const forgotten = gone.flatMap(({ session_id }) => known.heads.get(session_id) ?? []);
    if (sessions.length === 0 && forgotten.length === 0) return stateOf(file, known, []);
    const entry = {
      at: new Date(checkpointed.now()).toISOString(),
      prev: known.head,
      seq: known.entries.length,
      sessions: [...sessions],
      forgotten,
    };
    const signature = await sshsigOver(entryToSign(entry), signer, env);
    const text = `${textOf(file)}${entryLine(entry, signature)}`;
    writeAtomically(file, text, 0o600);
    return {
      ...stateOf(file, readCheckpoint(text), []),
      noted: sessions.length,
      forgotten: forgotten.length,
      key: signer.publicKey.fingerprint,
    };
  });
}

function textOf(file: string): string {
  return isThere(file) ? readText(file) : '';
}

function soundCheckpoint({ file, signers, now }: Checkpointed): ReadCheckpoint {
  const read = readCheckpoint(textOf(file), signers, now());
  if (read.problem === undefined) return read;
  throw fail('checkpoint_broken', { operation: 'verify', target: file, ...read.problem });
}

function stateOf(
  file: string,
  { entries, head, heads }: ReadCheckpoint,
  missed: readonly Missed[],
): CheckpointState {
  return {
    file,
    entries: entries.length,
    head,
    sessions: heads.size,
    noted: 0,
    forgotten: 0,
    missed: missed.map((one) => ({ ...one })),
  };
}

function orMissed(details: CheckpointState, missed: readonly Missed[] = details.missed): CheckpointState {
  const [first] = missed;
  if (first === undefined) return details;
  const { session_id, state } = first;
  const more = missed.length - 1;
  throw fail('checkpoint_missed', { operation: 'verify', target: session_id, state, more, details });
}

async function inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    makeFolders(dirname(file), 0o700);
  } catch (error) {
    throw writeFailure(error, file);
  }
  return whileLocked({ lockFile: `${file}.lock`, target: file, patienceMs: 20_000 }, work);
}
