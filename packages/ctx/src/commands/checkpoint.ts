import { resolve } from 'node:path';
import * as t from 'typebox';
import { hasPerson } from '../cli/ask.js';
import { clawable, type Services } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { isThere } from '../disk/is-there.js';
import { waitForLock } from '../disk/lock.js';
import { readText } from '../disk/read.js';
import { writeFailure } from '../disk/system-errors.js';
import { type CheckedSessions, checkSessions, missStates } from '../evidence/attest/check-sessions.js';
import {
  entryLine,
  entryToSign,
  type ReadCheckpoint,
  readCheckpoint,
} from '../evidence/attest/checkpoint-file.js';
import { sshsigOver } from '../evidence/attest/sign-statement.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { sessionFiles } from '../session/session-files.js';
import { sessionFolders, sessionPath } from '../session/sessions-folder.js';
import { signersIn } from '../sign/allowed-signers.js';
import { findSigner } from '../sign/signer.js';
import { usualCheckpoint } from './project-checkpoint.js';
import { refuseAgent } from './refuse-agent.js';
import { placeFlags } from './session-flags.js';

const answer = t.Object(
  {
    file: t.String(),
    entries: t.Integer(),
    /** Of the last entry. */
    head: t.String(),
    sessions: t.Integer(),
    /** What this call noted: sessions that are new or went on. */
    noted: t.Integer(),
    forgotten: t.Integer(),
    key: t.Optional(t.String()),
    missed: t.Array(
      t.Object({ session_id: t.String(), state: t.Enum([...missStates]), head: t.String() }, closed),
    ),
  },
  closed,
);

export default clawable({
  name: 'checkpoint',
  group: 'evidence',
  summary: 'Note the heads of all sessions in a signed file, so that a deleted one is noticed',
  description:
    'Reads every session of the project, holds it against what the file has of it, and appends an entry with the heads of those that are new or went on, signed with your SSH key (the same key as `ctx sign`). The file is append-only: each entry names the one before. It lies in your own state folder, where no agent writes; --file names another place. A session that the file knows and that was deleted, cut off or changed is an error, and nothing is noted; --forget takes deleted ones off the list, in a signed entry that says so. --verify only checks, and needs no key; with --signers, each entry must be by one of them.',
  examples: [
    { line: 'ctx checkpoint', says: 'note where every session stands' },
    {
      line: 'ctx checkpoint --verify --signers ~/.ssh/allowed_signers',
      says: 'is every session still there?',
    },
    { line: 'ctx checkpoint --forget', says: 'after you deleted sessions yourself' },
  ],
  arguments: {},
  flags: {
    verify: flag.switch('only check; write nothing'),
    forget: flag.switch('take sessions that were deleted off the list'),
    file: flag.text('the checkpoint (default: in your state folder)', 'FILE'),
    key: flag.text('the key to sign with, as for `ctx sign`', 'FILE'),
    signers: flag.text('the allowed signers, as OpenSSH and git keep them', 'FILE'),
    'sessions-dir': placeFlags['sessions-dir'],
  },
  returns: answer,
  details: answer,
  async run(input, services) {
    const { flags } = input;
    for (const other of ['forget', 'key'] as const)
      if (flags.verify && (other === 'forget' ? flags.forget : flags.key !== undefined))
        throw fail('flags_contradict', { operation: 'argparse', target: '--verify', other: `--${other}` });
    const { env, cwd, clock, signal } = services;
    const file = flags.file === undefined ? usualFile(services) : resolve(cwd, flags.file);
    const signers = flags.signers === undefined ? undefined : signersIn(resolve(cwd, flags.signers));
    const read = () =>
      soundCheckpoint(file, readCheckpoint(isThere(file) ? readText(file) : '', signers, clock.now()));
    if (flags.verify) {
      if (!isThere(file)) throw fail('file_not_found', { operation: 'verify', target: file });
      const known = read();
      const checked = checkSessions(known.heads, sessionsOf(flags['sessions-dir'], services));
      return orMissed(answerOf(file, known, checked), checked);
    }
    refuseAgent(env);
    const signer = await findSigner({ key: flags.key, cwd, env, signal, isAttended: await hasPerson(input) });
    return inTurn(file, async () => {
      const known = read();
      const checked = checkSessions(known.heads, sessionsOf(flags['sessions-dir'], services));
      const gone = checked.missed.filter(({ state }) => state === 'deleted' && flags.forget);
      orMissed(answerOf(file, known, checked), {
        ...checked,
        missed: checked.missed.filter((one) => !gone.includes(one)),
      });
      const sessions = checked.heads.filter(({ id, head }) => known.heads.get(id)?.head !== head);
      const forgotten = gone.flatMap(({ session_id }) => known.heads.get(session_id) ?? []);
      if (sessions.length === 0 && forgotten.length === 0)
        return answerOf(file, known, { ...checked, missed: [] });
      const entry = {
        at: new Date(clock.now()).toISOString(),
        prev: known.head,
        seq: known.entries.length,
        sessions: [...sessions],
        forgotten,
      };
      const signature = await sshsigOver(entryToSign(entry), signer, env);
      const text = `${isThere(file) ? readText(file) : ''}${entryLine(entry, signature)}`;
      writeAtomically(file, text, 0o600);
      const now = readCheckpoint(text);
      return {
        ...answerOf(file, now, { ...checked, missed: [] }),
        noted: sessions.length,
        forgotten: forgotten.length,
        key: signer.publicKey.fingerprint,
      };
    });
  },
  render: ({ file, entries, head, sessions, noted, forgotten, key }) =>
    columns([
      ['checkpoint', neutral(file)],
      ['entries', String(entries)],
      ['sessions', `${sessions}, all as the checkpoint knows them`],
      ...(key === undefined
        ? []
        : [['noted', `${noted} new or longer, ${forgotten} forgotten, signed with ${key}`]]),
      ['head', head],
    ]),
});

function usualFile(services: Services): string {
  const file = usualCheckpoint(services);
  if (file !== undefined) return file;
  throw fail('flag_missing', {
    operation: 'argparse',
    target: '--file',
    wanted: 'FILE: there is no home to keep it in',
  });
}

function sessionsOf(sessionsDir: string | undefined, services: Services) {
  return sessionFolders(services, sessionsDir).flatMap((folder) =>
    sessionFiles(folder).ids.map((id) => ({ id, file: sessionPath(folder, id) })),
  );
}

function soundCheckpoint(target: string, read: ReadCheckpoint): ReadCheckpoint {
  if (read.problem === undefined) return read;
  throw fail('checkpoint_broken', { operation: 'verify', target, ...read.problem });
}

function answerOf(file: string, { entries, head, heads }: ReadCheckpoint, { missed }: CheckedSessions) {
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

function orMissed<A extends object>(
  details: A & { readonly file: string },
  { missed }: Pick<CheckedSessions, 'missed'>,
): A {
  const [first] = missed;
  if (first === undefined) return details;
  const { session_id, state } = first;
  throw fail('checkpoint_missed', {
    operation: 'verify',
    target: session_id,
    state,
    more: missed.length - 1,
    details,
  });
}

async function inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    makeFolders(resolve(file, '..'), 0o700);
  } catch (error) {
    throw writeFailure(error, file);
  }
  const lockFile = `${file}.lock`;
  const attempt = await waitForLock(lockFile, 20_000);
  if (!attempt.taken)
    throw fail('store_busy', { operation: 'lock', target: file, lockFile, ...attempt.owner });
  try {
    return await work();
  } finally {
    attempt.lock.release();
  }
}
