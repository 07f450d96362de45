import { resolve } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, neutral, styled } from '../cli/terminal.js';
import { findingCodes } from '../evidence/verify/findings.js';
import type { Verification } from '../evidence/verify/verification.js';
import { evidenceAt, verifyPath } from '../evidence/verify/verify-path.js';
import { fail } from '../protocol/codes.js';
import { stopReasons } from '../protocol/records.js';
import { locateSession, sessionsFolder } from '../session/sessions-folder.js';
import { placeFlags } from './session-flags.js';

const closed = { additionalProperties: false };

const verification = t.Object(
  {
    path: t.String(),
    kind: t.Enum(['session', 'export', 'report']),
    verdict: t.Enum(['pass', 'fail', 'incomplete']),
    session_id: t.String(),
    /** Of a session: records that hold. */
    records: t.Optional(t.Integer()),
    /** Of a folder: how many files were looked at. */
    files: t.Optional(t.Integer()),
    bytes: t.Integer(),
    chain_head: t.Optional(t.String()),
    /** Whether the head was compared with one that was kept elsewhere. */
    head_checked: t.Boolean(),
    runs: t.Array(
      t.Object(
        {
          run_id: t.String(),
          stop_reason: t.Enum([...stopReasons, 'open']),
          /** How its tools were confined, in words; of a folder nothing is said. */
          sandbox: t.Optional(t.String()),
        },
        closed,
      ),
    ),
    findings: t.Array(
      t.Object(
        {
          code: t.Enum(findingCodes),
          verdict: t.Enum(['fail', 'incomplete']),
          /** Of a session: the record it is about; for what is missing, the one that would come next. */
          seq: t.Optional(t.Integer()),
          /** Of a folder: the file it is about. */
          file: t.Optional(t.String()),
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
  summary: 'Check that a session, a report or an export is what ctx wrote, and that nobody changed it since',
  description:
    'A session, the folder of a report or an export, or one page of a report. Of a session: reads it once, from nothing but its file, and checks the chain, the schema and canonical form of every record, the order of runs and turns, that every call has its answer and every total adds up, that no budget was passed in silence, and that the capture manifest is true. Of a folder: that every file has the digest that it or its sidecar claims, that all are of one session, that pictures have the pixels that they had, and that none is missing. The verdict is pass, fail or incomplete (an open run, a torn last line: what is missing is never a pass), and only pass exits 0. A chain cannot show that its end was cut off or that all of it was written again: keep the head elsewhere and give it with --head.',
  examples: [
    { line: 'ctx verify fix-the-test', says: 'a session, by its id' },
    { line: 'ctx verify ./s.jsonl --head sha256:9f86d08…', says: 'a file, against the head that was kept' },
    { line: 'ctx verify export/', says: 'what `ctx export` or `ctx report` made' },
    { line: 'ctx verify ./s.jsonl --output-format json', says: 'every finding, for a program' },
  ],
  arguments: { path: argument.one('a session’s id or file, or the folder of a report or an export') },
  flags: {
    head: flag.text('the chain head that was kept elsewhere', 'HASH'),
    'sessions-dir': placeFlags['sessions-dir'],
  },
  returns: verification,
  details: verification,
  async run({ args: { path }, flags }, services) {
    const head = flags.head === undefined ? undefined : headFrom(flags.head);
    const { runs, findings, ...facts } = verifyPath(whatIsMeant(path, flags['sessions-dir'], services), {
      head,
    });
    const answer = { ...facts, runs: [...runs], findings: [...findings] };
    if (answer.verdict === 'pass') return answer;
    throw notPassed(answer);
  },
  render({ session_id, kind, records, files, bytes, chain_head, head_checked, runs }, terminal) {
    const facts = columns([
      ['session', neutral(session_id)],
      records === undefined
        ? [kind, `${files} files, ${bytes} bytes`]
        : ['records', `${records}, ${bytes} bytes`],
      ['chain head', chain_head ?? ''],
      ...runs.map(({ run_id, stop_reason, sandbox }) => [
        `run ${neutral(run_id)}`,
        sandbox === undefined ? stop_reason : `${stop_reason}, ${neutral(sandbox)}`,
      ]),
    ]);
    const advice = head_checked
      ? ''
      : '\nKeep the chain head elsewhere; --head then shows that nothing was cut off.\n';
    return `${styled(terminal, 'green', 'pass')}\n${facts}${advice}`;
  },
});

/** A session may also be named by its id. */
function whatIsMeant(path: string, sessionsDir: string | undefined, services: Services): string {
  const here = resolve(services.cwd, path);
  if (evidenceAt(here) !== 'session') return here;
  return locateSession(path, sessionsFolder(services, sessionsDir), services.cwd);
}

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
  const place = worst.seq === undefined ? worst.file : `record ${worst.seq}`;
  const first = `${place}: ${worst.message} (${worst.code})`;
  const more = findings.length - 1 + findings_left_out;
  const code = verdict === 'fail' ? 'verify_failed' : 'verify_incomplete';
  return fail(code, { operation: 'verify', target, first, more, details });
}
