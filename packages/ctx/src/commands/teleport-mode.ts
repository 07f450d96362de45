import { optedOut, type Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { hasPerson } from '../cli/fresh-line.js';
import { argument, flag } from '../cli/inputs.js';
import { fail } from '../protocol/codes.js';
import { locateSession, sessionsFolder } from '../session/sessions-folder.js';
import { connected, connectedFlags, watchedTalk } from './reach/connected.js';
import { lastFlag, sessionFrom } from './session-flags.js';
import { type Arrived, teleport } from './teleport/teleport.js';

const { session: _, ...talkFlags } = connectedFlags;

export default optedOut({
  name: 'teleport-mode',
  group: 'sessions',
  summary: 'Move a session and its workspace to another machine, or back',
  description:
    'Moves a session to a machine that runs `ctx serve --accept-teleports DIR`, or over ssh, and marks it as moved here, so that it continues in one place only. With git it sends missing commits, the index and uncommitted changes; without git, missing files. Ignored files and files that look like secrets stay here, and are named. Before anything moves it says what is in the way: no credentials for the model there, changes in the target folder, too little disk, another version. The other side verifies every digest before it takes the session. If the move is interrupted, one side has the whole session: the same command finishes the move, --cancel cancels it. --back brings a session back. At a terminal you then talk with the session there, or run one turn with --task; --stay only moves it.',
  examples: [
    { line: 'ctx teleport-mode me@build.example:work --last', says: 'the newest session, over ssh' },
    {
      line: 'ctx teleport-mode build fix-the-test --check',
      says: 'what stands in the way, and how much would move',
    },
    { line: 'ctx teleport-mode --back fix-the-test', says: 'bring it back' },
    { line: 'ctx teleport-mode --cancel fix-the-test', says: 'cancel a move that was interrupted' },
    {
      line: 'ctx teleport-mode --cancel fix-the-test --target-is-gone',
      says: 'take it back from a machine that will never answer',
    },
  ],
  arguments: {
    target: argument.optional(
      'ws://HOST:PORT, wss://HOST:PORT, unix:PATH, a remote’s name, or USER@HOST[:DIR]',
    ),
    session: argument.optional('a session’s id, its unique beginning or end, or its file'),
  },
  flags: {
    ...lastFlag,
    check: flag.switch('only show what would move, and what prevents it'),
    back: flag.text('bring this session back', 'SESSION'),
    cancel: flag.text('cancel the move of this session, if it has not arrived', 'SESSION'),
    'target-is-gone': flag.switch(
      'with --cancel: take it back from a machine that will never answer; asks you, and records it',
    ),
    task: flag.text('run one turn there, after it has arrived', 'TEXT'),
    stay: flag.switch('only move it; open no conversation'),
    into: flag.text(
      'the folder there, below the one that accepts sessions (default: this folder’s name)',
      'DIR',
    ),
    'token-file': flag.text('the file with the server’s token', 'FILE'),
    'ssh-port': flag.integer('another port than your ssh config says', { min: 1, max: 65_535 }),
    'ssh-config': flag.text('another config file for ssh', 'FILE'),
    program: flag.text('ctx’s path there, for ssh (default ctx)', 'PATH'),
    ...talkFlags,
    'trust-teleports': flag.switch(
      'with --back: also files that hosts and editors obey, and settings that loosen the sandbox',
    ),
    'other-version': flag.switch('also to another version of ctx, if it writes the same format'),
    'sessions-dir': flag.text(
      'where sessions are kept (default .context/sessions, or CTX_SESSIONS_DIR)',
      'DIR',
    ),
  },
  reason: 'it moves a session for a person; ctx list-sessions and ctx load-session say where a session is',
  long: true,
  async run({ args, flags }, services) {
    const { back, cancel } = flags;
    if (back !== undefined && cancel !== undefined) throw contradiction('--back', '--cancel');
    if (flags['target-is-gone'] && cancel === undefined)
      throw fail('flag_needs', { operation: 'argparse', target: '--target-is-gone', other: '--cancel' });
    const returning = back ?? cancel;
    if (returning !== undefined && (args.session !== undefined || flags.last))
      throw contradiction(back === undefined ? '--cancel' : '--back', args.session ?? '--last');
    if (returning === undefined && args.target === undefined)
      throw fail('argument_missing', { operation: 'argparse', target: 'target', command: 'teleport-mode' });
    const session = returning ?? sessionFrom(args.session, flags, 'teleport-mode');
    const path = locateSession(session, sessionsFolder(services, flags['sessions-dir']), services.cwd);
    const what = back !== undefined ? 'back' : cancel !== undefined ? 'cancel' : 'move';
    const arrived = await teleport(
      what,
      {
        path,
        target: args.target,
        into: flags.into ?? '',
        isCheck: flags.check,
        allowOtherVersion: flags['other-version'],
        trusting: flags['trust-teleports'],
        isTargetGone: flags['target-is-gone'],
      },
      flags,
      services,
    );
    return flags.stay ? arrived.text : `${arrived.text}${await goneOn(arrived, flags.task, flags, services)}`;
  },
  watch: watchedTalk,
});

type TalkFlags = Omit<Parameters<typeof connected>[2], 'session'>;

/** The session goes on there: one turn, or a conversation where somebody is at the terminal. */
async function goneOn(
  { talk }: Arrived,
  task: string | undefined,
  flags: TalkFlags & { readonly 'no-stdin': boolean },
  services: Services,
): Promise<string> {
  const isThere = await hasPerson({ ...flags, 'output-format': 'text' });
  if (talk === undefined || (task === undefined && !isThere)) return '';
  const { session_id, folder, way, target } = talk;
  const again = (id: string) => `ctx teleport-mode --back ${id}`;
  const given = { ...flags, session: session_id, 'no-stdin': true };
  return connected({ called: target, folder, reach: way.reach, again }, task, given, services);
}
