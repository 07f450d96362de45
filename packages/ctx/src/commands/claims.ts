import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { columns, counted, neutral, styled } from '../cli/terminal.js';
import { claimFold } from '../evidence/claims/claims-of.js';
import { claimVerdicts, claimWords, isDoubtful } from '../evidence/claims/judged.js';
import { claimKinds } from '../evidence/claims/sayings.js';
import { closed } from '../protocol/closed.js';
import { readSession, soundReading } from '../session/reader.js';
import { findSession } from '../session/sessions-folder.js';
import { folderFlags, folderFrom, lastFlag, sessionFrom } from './session-flags.js';
import { sessionOrTranscript } from './whose-transcript.js';

export default clawable({
  name: 'claims',
  group: 'evidence',
  summary: 'Check what an agent said it did against its log',
  description:
    'Finds sentences such as “all tests pass”, “the build succeeds” or “I committed it” in an agent’s answers, and checks in the log whether such a command ran after the last change and how it ended. held: it ran and succeeded. contradicted: the last one failed. outdated: files changed after it succeeded. not_run: the log shows no such command, and nothing that could have run one. unclear: the log does not show it. It is conservative: questions, plans, conditions, parts (“3 of 5 tests pass”) and quoted text are not claims. A command behind a pipe is unclear, and so is anything that a script, a container, a subagent or a server’s tool may have run. A claim that is not held is a reason to look, not a proof.',
  examples: [
    { line: 'ctx claims --last', says: 'of the newest session' },
    { line: 'ctx claims claude-code-1f3c --json', says: 'of a session of another agent, for a program' },
  ],
  arguments: { session: argument.optional('a session’s id, its unique beginning or end, or its file') },
  flags: { ...lastFlag, ...folderFlags },
  returns: t.Object(
    {
      session_id: t.String(),
      claims: t.Array(
        t.Object(
          {
            kind: t.Enum(claimKinds),
            verdict: t.Enum(claimVerdicts),
            sentence: t.String(),
            run_id: t.String(),
            turn: t.Integer(),
            /** The record that the sentence stands in. */
            seq: t.Integer(),
            /** The records that it was held against. */
            records: t.Array(t.Integer()),
            exit_code: t.Optional(t.Integer()),
          },
          closed,
        ),
      ),
      /** Claims that are contradicted, outdated or without a command. */
      doubtful: t.Integer(),
    },
    closed,
  ),
  async run({ args, flags }, services) {
    const session = sessionFrom(args.session, flags, 'claims');
    const path = findSession(session, services, folderFrom(flags));
    const fold = claimFold();
    let session_id = '';
    await sessionOrTranscript(path, () => {
      const reading = readSession(path, (record) => {
        if (record.type === 'session.opened') session_id = record.session_id;
        fold.take(record);
      });
      return soundReading(reading, path, 'read');
    });
    const claims = fold.claims.map(({ records, ...claim }) => ({ ...claim, records: [...records] }));
    return { session_id, claims, doubtful: claims.filter(isDoubtful).length };
  },
  render({ session_id, claims, doubtful }, terminal) {
    if (claims.length === 0) return `${neutral(session_id)} claims nothing that its log could show.`;
    const rows = claims.map((claim) => [
      `record ${claim.seq}`,
      styled(
        terminal,
        isDoubtful(claim) ? 'yellow' : claim.verdict === 'held' ? 'green' : 'dim',
        claim.verdict,
      ),
      neutral(`“${claim.sentence}”`),
      claimWords(claim),
    ]);
    return `${columns(rows)}\n${doubtful} of ${counted(claims.length, 'claim')} to look at.\n`;
  },
});
