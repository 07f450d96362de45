import { resolve } from 'node:path';
import * as t from 'typebox';
import { hasPerson } from '../cli/ask.js';
import { clawable, type Services } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { missStates } from '../evidence/attest/check-sessions.js';
import { noteHeads, verifyCheckpoint } from '../evidence/attest/note-heads.js';
import { usualCheckpoint } from '../evidence/attest/project-checkpoint.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { sessionFiles } from '../session/session-files.js';
import { sessionFolders, sessionPath } from '../session/sessions-folder.js';
import { signersIn } from '../sign/allowed-signers.js';
import { findSigner } from '../sign/signer.js';
import { refuseBeside } from './given-flags.js';
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
  summary: 'Record the heads of all sessions in a signed file, to detect deleted ones',
  description:
    'Reads every session of the project, compares it with the checkpoint file, and appends an entry with the heads of new and continued sessions, signed with your SSH key (the key of `ctx sign`). The file is append-only: each entry links to the one before. It is in your state folder, out of the agents’ reach; --file names another place. If a known session was deleted, cut off or changed, the command fails and records nothing; --forget removes deleted sessions from the list, in a signed entry. --verify only checks, and needs no key; with --signers, each entry must be signed by one of them.',
  examples: [
    { line: 'ctx checkpoint', says: 'record the head of every session' },
    {
      line: 'ctx checkpoint --verify --signers ~/.ssh/allowed_signers',
      says: 'is every session still there?',
    },
    { line: 'ctx checkpoint --forget', says: 'after you deleted sessions yourself' },
  ],
  arguments: {},
  flags: {
    verify: flag.switch('only check; write nothing'),
    forget: flag.switch('remove deleted sessions from the list'),
    file: flag.text('the checkpoint (default: in your state folder)', 'FILE'),
    key: flag.text('the key to sign with, as for `ctx sign`', 'FILE'),
    signers: flag.text('the allowed signers, as OpenSSH and git keep them', 'FILE'),
    'sessions-dir': placeFlags['sessions-dir'],
  },
  returns: answer,
  details: answer,
  async run(input, services) {
    const { flags } = input;
    if (flags.verify) refuseBeside('--verify', flags, ['forget', 'key']);
    const { env, cwd, clock, signal } = services;
    const checkpointed = {
      file: flags.file === undefined ? usualFile(services) : resolve(cwd, flags.file),
      signers: flags.signers === undefined ? undefined : signersIn(resolve(cwd, flags.signers)),
      now: () => clock.now(),
      sessions: () => sessionsOf(flags['sessions-dir'], services),
    };
    if (flags.verify) return verifyCheckpoint(checkpointed);
    refuseAgent(env);
    const signer = await findSigner({ key: flags.key, cwd, env, signal, isAttended: await hasPerson(input) });
    return noteHeads(checkpointed, signer, env, flags.forget);
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
