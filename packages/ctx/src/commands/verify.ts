import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, neutral, styled } from '../cli/terminal.js';
import { findingCodes } from '../evidence/verify/findings.js';
import { type Verification, verifySession } from '../evidence/verify/verify-session.js';
import { fail } from '../protocol/codes.js';
import { stopReasons } from '../protocol/records.js';
import { locateSession, sessionsFolder } from '../session/place.js';
import { placeFlags } from './session-flags.js';

const closed = { additionalProperties: false };

const verification = t.Object(
  {
    path: t.String(),
    verdict: t.Enum(['pass', 'fail', 'incomplete']),
    session_id: t.String(),
    /** Records that hold. */
    records: t.Integer(),
    bytes: t.Integer(),
    chain_head: t.Optional(t.String()),
    /** Whether the head was compared with one that was kept elsewhere. */
    head_checked: t.Boolean(),
    runs: t.Array(t.Object({ run_id: t.String(), stop_reason: t.Enum([...stopReasons, 'open']) }, closed)),
    findings: t.Array(
      t.Object(
        {
          code: t.Enum(findingCodes),
          verdict: t.Enum(['fail', 'incomplete']),
          /** The record it is about; for what is missing, the one that would come next. */
          seq: t.Integer(),
          message: t.String(),
        },
        closed,
      ),
    ),
    /** Findings beyond the first hundred. */
    findings_left_out: t.Integer(),
  },
  closed,
);

export default clawable({
  name: 'verify',
  group: 'evidence',
  summary: 'Check that a session is what ctx wrote, and that nobody changed it since',
  description:
    'Reads a session once, from nothing but its file, and checks the chain, the schema and canonical form of every record, the order of runs and turns, that every call has its answer and every total adds up, that no budget was passed in silence, and that the capture manifest is true. The verdict is pass, fail or incomplete (an open run, a torn last line: what is missing is never a pass), and only pass exits 0. A chain cannot show that its end was cut off or that all of it was written again: keep the head elsewhere and give it with --head.',
  examples: [
    { line: 'ctx verify fix-the-test', says: 'a session, by its id' },
    { line: 'ctx verify ./s.jsonl --head sha256:9f86d08…', says: 'a file, against the head that was kept' },
    { line: 'ctx verify ./s.jsonl --output-format json', says: 'every finding, for a program' },
  ],
  arguments: { path: argument.one('a session’s file, or its id') },
  flags: {
    head: flag.text('the chain head that was kept elsewhere', 'HASH'),
    'sessions-dir': placeFlags['sessions-dir'],
  },
  returns: verification,
  details: verification,
  async run({ args: { path }, flags }, services) {
    const head = flags.head === undefined ? undefined : headFrom(flags.head);
    const file = locateSession(path, sessionsFolder(services, flags['sessions-dir']), services.cwd);
    const { runs, findings, ...facts } = verifySession(file, { head });
    const answer = { ...facts, runs: [...runs], findings: [...findings] };
    if (answer.verdict === 'pass') return answer;
    throw notPassed(answer);
  },
  render({ session_id, records, bytes, chain_head, head_checked, runs }, terminal) {
    const facts = columns([
      ['session', neutral(session_id)],
      ['records', `${records}, ${bytes} bytes`],
      ['chain head', chain_head ?? ''],
      ...runs.map(({ run_id, stop_reason }) => [`run ${neutral(run_id)}`, stop_reason]),
    ]);
    const advice = head_checked
      ? ''
      : '\nKeep the chain head elsewhere; --head then shows that nothing was cut off.\n';
    return `${styled(terminal, 'green', 'pass')}\n${facts}${advice}`;
  },
});

function headFrom(text: string): string {
  const digits = /^(?:sha256:)?([0-9a-f]{64})$/.exec(text)?.[1];
  if (digits !== undefined) return `sha256:${digits}`;
  const wanted = 'sha256: and 64 lowercase hex digits, as run and load-session print it';
  throw fail('flag_value_invalid', { operation: 'argparse', target: '--head', value: text, wanted });
}

function notPassed(details: Verification) {
  const { path: target, verdict, findings, findings_left_out } = details;
  const worst = findings.find((finding) => finding.verdict === verdict);
  if (worst === undefined) throw new TypeError(`${verdict} without a finding`);
  const first = `record ${worst.seq}: ${worst.message} (${worst.code})`;
  const more = findings.length - 1 + findings_left_out;
  const code = verdict === 'fail' ? 'verify_failed' : 'verify_incomplete';
  return fail(code, { operation: 'verify', target, first, more, details });
}
