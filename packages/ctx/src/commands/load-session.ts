import { dirname } from 'node:path';
import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, counted, neutral } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { stopReasons, totals } from '../protocol/records.js';
import { readSession, soundReading } from '../session/reader.js';
import { factsFold } from '../session/session-facts.js';
import { findSession } from '../session/sessions-folder.js';
import { boundedTranscriber } from '../session/transcript.js';
import { markdownOf } from '../session/transcript-markdown.js';
import { folderFlags, folderFrom, lastFlag, sessionFrom } from './session-flags.js';
import { transcriptSchema } from './transcript-schema.js';
import { sessionOrTranscript } from './whose-transcript.js';

export default clawable({
  name: 'load-session',
  group: 'sessions',
  summary: 'Show a session',
  description:
    'Reads the whole log, checks its chain, and shows the runs and their results; --messages adds the transcript, up to 32 MB. A session with a broken chain is refused, with the record where it breaks.',
  examples: [
    { line: 'ctx load-session fix-the-test', says: 'the facts' },
    { line: 'ctx load-session --last --messages', says: 'the newest session, with its transcript' },
    { line: 'ctx load-session ./s.jsonl --output-format json', says: 'a file, for a program' },
  ],
  arguments: { session: argument.optional('a session’s id, its unique beginning or end, or its file') },
  flags: {
    messages: flag.switch('show the transcript, too'),
    ...lastFlag,
    ...folderFlags,
  },
  returns: t.Object(
    {
      session_id: t.String(),
      loaded: t.Literal(true),
      /** Everything that was said and done, as --messages gives it. */
      messages_count: t.Integer(),
      /** Of all runs; `null` is unknown. */
      input_tokens: t.Union([t.Integer(), t.Null()]),
      output_tokens: t.Union([t.Integer(), t.Null()]),
      directory: t.String(),
      path: t.String(),
      created_at: t.String(),
      last_modified: t.String(),
      records: t.Integer(),
      chain_head: t.String(),
      /** Whether the last line was torn by a crash; resume repairs it. */
      torn: t.Boolean(),
      runs: t.Array(
        t.Object(
          {
            run_id: t.String(),
            model: t.String(),
            turns: t.Integer(),
            stop_reason: t.Union([t.Enum(stopReasons), t.Literal('open')]),
            totals: t.Optional(totals),
          },
          closed,
        ),
      ),
      unfinished_runs: t.Array(t.String()),
      /** Where it was moved to, and did not come back from. */
      moved_to: t.Optional(t.String()),
      transcript: t.Optional(transcriptSchema),
    },
    closed,
  ),
  async run({ args, flags }, services) {
    const session = sessionFrom(args.session, flags, 'load-session');
    const path = findSession(session, services, folderFrom(flags));
    const { facts, take } = factsFold();
    const transcriber = flags.messages ? boundedTranscriber(path) : undefined;
    const { head, torn } = await sessionOrTranscript(path, () => {
      const reading = readSession(path, (record) => {
        take(record);
        transcriber?.take(record);
      });
      return soundReading(reading, path, 'read');
    });
    const { runs, unfinished, session_id, created_at, records, moved_to, ...size } = facts;
    const transcript = transcriber?.transcript();
    return {
      session_id,
      loaded: true as const,
      ...size,
      directory: dirname(path),
      path,
      created_at,
      last_modified: head.at,
      records,
      chain_head: head.hash,
      torn: torn !== undefined,
      runs,
      unfinished_runs: unfinished(),
      ...(moved_to !== undefined && { moved_to }),
      ...(transcript && { transcript: { ...transcript, runs: [...transcript.runs] } }),
    };
  },
  render({ session_id, path, records, chain_head, torn, runs, transcript, moved_to }) {
    const facts = columns([
      ['session', session_id],
      ['file', path],
      ['records', `${records}${torn ? ', and a torn last line that resume will repair' : ''}`],
      ['chain head', chain_head],
      ...(moved_to === undefined ? [] : [['moved to', neutral(moved_to)]]),
      ...runs.map(({ run_id, model, turns, stop_reason }) => [
        `run ${run_id}`,
        `${stop_reason}, ${counted(turns, 'turn')}, ${neutral(model)}`,
      ]),
    ]);
    return transcript === undefined ? facts : `${facts}\n${neutral(markdownOf(transcript))}`;
  },
});
