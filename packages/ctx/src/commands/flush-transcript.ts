import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { argument, flag, type Input } from '../cli/inputs.js';
import { planFrom } from '../config/plan.js';
import { writeAtomically } from '../disk/atomic.js';
import { fail } from '../protocol/codes.js';
import { resumeSession } from '../runs/resume-session.js';
import { startSession } from '../runs/start-session.js';
import { sessionId } from '../session/id.js';
import { readWhole } from '../session/read-whole.js';
import { locateSession, sessionPath, sessionsFolder } from '../session/sessions-folder.js';
import { transcriptOf } from '../session/transcript.js';
import { markdownOf } from '../session/transcript-markdown.js';
import { answerOf } from './session-answer.js';
import { modelFlags, overridesFrom, placeFlags } from './session-flags.js';
import { withTrust } from './trust-gate.js';

export default clawable({
  name: 'flush-transcript',
  group: 'sessions',
  summary: 'Write a session’s transcript to a file that people can read',
  description:
    'Writes the transcript of a session as Markdown or JSON, whole or not at all, and says what it wrote. Older clients give a prompt and --session-id: the prompt then becomes a turn of that session first (which is made if it is not there), and the transcript follows.',
  examples: [
    { line: 'ctx flush-transcript fix-the-test', says: 'fix-the-test.md in this folder' },
    { line: 'ctx flush-transcript fix-the-test --format json --directory out', says: 'as JSON, elsewhere' },
    {
      line: 'ctx flush-transcript "Say hello." --session-id hello --model script:hello.script.yaml',
      says: 'a turn first, then the transcript',
    },
  ],
  arguments: { session: argument.optional('a session’s id or file; with --session-id, a prompt') },
  flags: {
    'session-id': flag.text('the session, where the argument is a prompt', 'ID'),
    format: flag.choiceOr('markdown', 'how to write it', ['markdown', 'json']),
    directory: flag.text('the folder to write to (default: this one)', 'DIR'),
    'sessions-dir': placeFlags['sessions-dir'],
    ...modelFlags,
  },
  returns: t.Object(
    {
      session_id: t.String(),
      path: t.String(),
      format: t.Enum(['markdown', 'json']),
      bytes: t.Integer(),
      messages: t.Integer(),
      flushed: t.Literal(true),
    },
    { additionalProperties: false },
  ),
  async run({ args: { session: given }, flags }, services) {
    const folder = sessionsFolder(services, flags['sessions-dir']);
    const id = flags['session-id'];
    if (id !== undefined && given !== undefined) await takeTurn(given, id, folder, flags, services);
    const session = id ?? given;
    if (session === undefined) throw fail('argument_missing', missingSession);
    const transcript = transcriptOf(readWhole(locateSession(session, folder, services.cwd)).records);
    const text =
      flags.format === 'json' ? `${JSON.stringify(transcript, null, 2)}\n` : markdownOf(transcript);
    const name = `${transcript.session_id}.${flags.format === 'json' ? 'json' : 'md'}`;
    const path = join(resolve(services.cwd, flags.directory ?? '.'), name);
    writeAtomically(path, text);
    const turns = transcript.runs.flatMap((run) => run.turns);
    return {
      session_id: transcript.session_id,
      path,
      format: flags.format,
      bytes: Buffer.byteLength(text),
      messages: turns.reduce((sum, turn) => sum + turn.messages.length, 0),
      flushed: true as const,
    };
  },
  render: ({ path, messages, bytes }) => `Wrote ${messages} messages to ${path} (${bytes} bytes).`,
});

const missingSession = { operation: 'argparse', target: 'session', command: 'flush-transcript' };

type TurnFlags = Input['flags'] &
  Parameters<typeof overridesFrom>[0] & { readonly 'sessions-dir'?: string | undefined };

async function takeTurn(prompt: string, id: string, folder: string, flags: TurnFlags, services: Services) {
  const sessionsDir = flags['sessions-dir'];
  if (existsSync(sessionPath(folder, sessionId(id)))) {
    const policy = { allow: [], deny: [], on_deny: 'tell' as const };
    const sandbox = flags.sandbox === true;
    const resuming = {
      session: id,
      task: prompt,
      policy,
      sessionsDir,
      sandbox,
      withMcp: false,
      trustLog: false,
    };
    answerOf(await resumeSession(resuming, withTrust({ flags }, services)), services.signal);
    return;
  }
  const { cwd, env } = services;
  const plan = planFrom({ runs: [{ run_id: 'r1', task: prompt }] }, cwd, cwd, env, overridesFrom(flags));
  answerOf(
    await startSession(plan, { sessionId: id, sessionsDir }, withTrust({ flags }, services)),
    services.signal,
  );
}
