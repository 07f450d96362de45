import { join, resolve } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { argument, flag, type Input } from '../cli/inputs.js';
import { planFrom } from '../config/plan.js';
import { writeAtomically } from '../disk/atomic.js';
import { refuseUnwritable } from '../disk/folders.js';
import { isThere } from '../disk/is-there.js';
import { closed } from '../protocol/closed.js';
import { noChanges } from '../runs/changed-settings.js';
import { resumeSession } from '../runs/resume-session.js';
import { startSession } from '../runs/start-session.js';
import { isSessionId, sessionId } from '../session/id.js';
import { readSession, soundReading } from '../session/reader.js';
import { factsFold } from '../session/session-facts.js';
import { sessionFiles, sessionsLike } from '../session/session-files.js';
import { locateSession, sessionFile, sessionFolders, sessionPath } from '../session/sessions-folder.js';
import { newOutliner } from '../session/transcript.js';
import { jsonForm } from '../session/transcript-json.js';
import { markdownForm } from '../session/transcript-markdown.js';
import { writeTranscript } from '../session/write-transcript.js';
import { counted } from '../text/counted.js';
import { nearest } from '../text/nearest.js';
import { foundDefault, modelOrEcho, ownUrls } from './default-model.js';
import { answerOf, sessionAnswer } from './session-answer.js';
import {
  folderFlags,
  folderFrom,
  lastFlag,
  modelFlags,
  overridesFrom,
  sessionFrom,
} from './session-flags.js';
import { refuseSettings } from './settled.js';
import { withTrust } from './trust-gate.js';

export default clawable({
  name: 'flush-transcript',
  group: 'sessions',
  summary: 'Write a readable transcript of a session to a file',
  description:
    'Writes a session’s transcript as Markdown or JSON. Given a prompt instead of a session, it first runs that prompt as a turn, in the session that --session-id names or in a new one. A single word that is not the id of a session, and no slip for one, counts as a prompt only if no model is configured or --model is given. With no model at all, the built-in script:echo answers.',
  examples: [
    { line: 'ctx flush-transcript fix-the-test', says: 'fix-the-test.md in this folder' },
    { line: 'ctx flush-transcript fix-the-test --format json --out out', says: 'as JSON, elsewhere' },
    {
      line: 'ctx flush-transcript "Say hello." --session-id hello --model script:hello.script.yaml',
      says: 'a turn first, then the transcript',
    },
  ],
  arguments: { session: argument.optional('a session’s id or file, or a prompt') },
  flags: {
    'session-id': flag.text('the session, if the argument is a prompt', 'ID'),
    format: flag.choiceOr('markdown', 'how to write it', ['markdown', 'json']),
    out: flag.text('the folder to write to (default: this one)', 'DIR'),
    ...lastFlag,
    ...folderFlags,
    ...modelFlags,
  },
  returns: t.Object(
    {
      session_id: t.String(),
      path: t.String(),
      flushed: t.Literal(true),
      messages_count: t.Integer(),
      /** Of all runs; `null` is unknown. */
      input_tokens: t.Union([t.Integer(), t.Null()]),
      output_tokens: t.Union([t.Integer(), t.Null()]),
      format: t.Enum(['markdown', 'json']),
      bytes: t.Integer(),
      warnings: t.Array(t.String()),
    },
    closed,
  ),
  details: sessionAnswer,
  long: true,
  async run({ args: { session: given }, flags }, services) {
    const folders = sessionFolders(services, folderFrom(flags));
    const [folder = ''] = folders;
    const out = resolve(services.cwd, flags.out ?? '.');
    // Before a turn that could cost something.
    refuseUnwritable(out);
    const wanted = { given, id: flags['session-id'], model: flags.model };
    const named = wanted.id ?? given;
    if (flags.last && named !== undefined) throw contradiction('--last', named);
    const turn = (await isPrompt(wanted, folders, services))
      ? await takeTurn(given ?? '', folder, flags, services)
      : undefined;
    const session = turn?.path ?? wanted.id ?? sessionFrom(given, flags, 'flush-transcript');
    const file = locateSession(session, folders, services.cwd);
    const { facts, take } = factsFold();
    const outliner = newOutliner();
    const reading = readSession(file, (record) => {
      take(record);
      outliner.take(record);
    });
    soundReading(reading, file, 'read');
    const outline = outliner.transcript();
    const outlined = { outline, subagents: outliner.subagents, records: reading.records };
    const formed = flags.format === 'json' ? jsonForm : markdownForm;
    const path = join(out, `${outline.session_id}.${flags.format === 'json' ? 'json' : 'md'}`);
    const bytes = writeAtomically(path, (write) =>
      writeTranscript(outlined, (each) => void readSession(file, each), formed(write)),
    );
    return {
      session_id: outline.session_id,
      path,
      flushed: true as const,
      messages_count: facts.messages_count,
      input_tokens: facts.input_tokens,
      output_tokens: facts.output_tokens,
      format: flags.format,
      bytes,
      warnings: turn === undefined ? [] : [...takenForPrompt(wanted), ...turn.warnings],
    };
  },
  render: ({ path, messages_count, bytes }) =>
    `Wrote ${counted(messages_count, 'message')} to ${path} (${bytes} bytes).`,
  warnings: ({ warnings }) => warnings,
});

interface Wanted {
  readonly given: string | undefined;
  readonly id: string | undefined;
  readonly model: string | undefined;
}

/** A mistyped id must not become a prompt for a model that costs something or does something. */
async function isPrompt(
  { given, id, model }: Wanted,
  folders: readonly string[],
  services: Services,
): Promise<boolean> {
  const { cwd, env } = services;
  if (given === undefined) return false;
  if (id !== undefined) return true;
  const isPath = given.includes('/') || given.endsWith('.jsonl');
  if (!isPath && !isSessionId(given)) return true;
  const isIn = (folder: string) =>
    isThere(sessionFile(given, folder, cwd)) || sessionsLike(given, folder).length > 0;
  if (isPath || folders.some(isIn)) return false;
  if (isNearId(given, folders)) return false;
  if (model !== undefined) return true;
  return (env['CTX_MODEL'] ?? '') === '' && (await foundDefault(services)) === undefined;
}

/** Of a few letters, every other word is a slip for them. */
const fewestLetters = 4;

function isNearId(word: string, folders: readonly string[]): boolean {
  if (word.length < fewestLetters) return false;
  const ids = folders.flatMap((folder) => sessionFiles(folder).ids);
  return nearest(word, ids) !== undefined;
}

/** Where it could have been meant as a session's id. */
function takenForPrompt({ given, id }: Wanted): string[] {
  if (id !== undefined || given === undefined || !isSessionId(given)) return [];
  return [`no session is called ${given}, so it was taken for a prompt`];
}

type TurnFlags = Input['flags'] &
  Parameters<typeof overridesFrom>[0] &
  Parameters<typeof folderFrom>[0] & { readonly 'session-id'?: string | undefined };

/** The prompt as a turn of the session that is named, or of a new one. */
async function takeTurn(prompt: string, folder: string, flags: TurnFlags, services: Services) {
  const sessionsDir = folderFrom(flags);
  const id = flags['session-id'];
  if (id !== undefined && isThere(sessionPath(folder, sessionId(id)))) {
    refuseSettings(flags, '--session-id');
    const resuming = {
      ...noChanges,
      session: id,
      task: prompt,
      sandbox: flags.sandbox === true,
      model: flags.model,
      effort: flags.effort,
      baseUrl: flags['base-url'],
      findOwnUrls: () => ownUrls(services),
      sessionsDir,
      withMcp: false,
      trustLog: false,
    };
    return answerOf(await resumeSession(resuming, withTrust({ flags }, services)), services.signal);
  }
  const { cwd, env } = services;
  const trusting = withTrust({ flags }, services);
  const { model, warnings } = await modelOrEcho(flags, trusting);
  const overrides = { ...overridesFrom(flags), ...model };
  const plan = planFrom({ runs: [{ run_id: 'r1', task: prompt }] }, cwd, cwd, env, overrides);
  const answer = answerOf(
    await startSession(plan, { sessionId: id, sessionsDir }, trusting),
    services.signal,
  );
  return { ...answer, warnings: [...warnings, ...answer.warnings] };
}
