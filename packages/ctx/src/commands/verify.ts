import { resolve } from 'node:path';
import * as t from 'typebox';
import { changedSources } from '../capture/check-sources.js';
import { clawable, type Services } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, neutral, styled } from '../cli/terminal.js';
import { findingCodes } from '../evidence/verify/findings.js';
import type { SourceSession } from '../evidence/verify/source-session.js';
import { proofs, type Verification } from '../evidence/verify/verification.js';
import { evidenceAt, verifyPath } from '../evidence/verify/verify-path.js';
import { fail } from '../protocol/codes.js';
import { stopReasons } from '../protocol/records.js';
import { locateSession, sessionFolders } from '../session/sessions-folder.js';
import { lastFlag, placeFlags, sessionFrom } from './session-flags.js';
import { refuseTranscript } from './whose-transcript.js';

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
    proves: t.Enum([...proofs]),
    checked: t.Array(t.String()),
    not_checked: t.Array(t.String()),
    /** Whether the head was compared with one that was kept elsewhere. */
    head_checked: t.Boolean(),
    runs: t.Array(
      t.Object(
        {
          run_id: t.String(),
          stop_reason: t.Enum([...stopReasons, 'open']),
          /** How its tools were confined, in words; of a folder nothing is said. */
          sandbox: t.Optional(t.String()),
          agent: t.Optional(t.String()),
        },
        closed,
      ),
    ),
    /** Findings that the session itself holds, the first hundred. */
    noted: t.Optional(t.Array(t.Object({ seq: t.Integer(), code: t.String(), says: t.String() }, closed))),
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
    'A session, the folder of a report or an export, or one page of a report. Of a session: reads it once, from nothing but its file, and checks the chain, the schema and canonical form of every record, the order of runs and turns, that every call has its answer and every total adds up, that no budget was passed in silence, and that the capture manifest is true. Of a folder: that every file has the digest that it or its sidecar claims, that all are of one session, that pictures have the pixels that they had, and that none is missing; that shows that the files belong together, and not what they tell. With --session, the report or the export is made again from the log, and must be the same bytes. The verdict is pass, fail or incomplete (an open run, a torn last line: what is missing is never a pass), and only pass exits 0. Of a captured session it also says which transcripts of the host were changed or deleted since. A chain cannot show that its end was cut off or that all of it was written again: keep the head elsewhere and give it with --head.',
  examples: [
    { line: 'ctx verify fix-the-test', says: 'a session, by its id' },
    { line: 'ctx verify ./s.jsonl --head sha256:9f86d08…', says: 'a file, against the head that was kept' },
    { line: 'ctx verify export/', says: 'whether the files of an export or a report belong together' },
    {
      line: 'ctx verify report/ --session fix-the-test',
      says: 'whether a report tells what the session’s log says',
    },
    { line: 'ctx verify ./s.jsonl --output-format json', says: 'every finding, for a program' },
  ],
  arguments: { path: argument.optional('a session’s id or file, or the folder of a report or an export') },
  flags: {
    head: flag.text('the chain head that was kept elsewhere', 'HASH'),
    session: flag.text('the session that the report or the export was made from', 'SESSION'),
    ...lastFlag,
    'sessions-dir': placeFlags['sessions-dir'],
  },
  returns: verification,
  details: verification,
  async run({ args, flags }, services) {
    const path = sessionFrom(args.path, flags, 'verify');
    const head = flags.head === undefined ? undefined : headFrom(flags.head);
    const found = whatIsMeant(path, flags['sessions-dir'], services);
    const source =
      flags.session === undefined ? undefined : await sourceOf(flags.session, found, flags, services);
    const verification = verifyPath(found, { head }, source);
    const { runs, findings, checked, not_checked, noted: own = [], ...facts } = verification;
    const since = facts.kind === 'session' ? changedSources(found, services.env) : [];
    const noted = [...own, ...since];
    const answer = {
      ...facts,
      checked: [...checked],
      not_checked: [...not_checked],
      runs: [...runs],
      ...(noted.length > 0 && { noted }),
      findings: [...findings],
    };
    if (answer.verdict === 'pass') return answer;
    if (answer.kind === 'session' && answer.records === 0) await refuseTranscript(found);
    throw notPassed(answer);
  },
  render(answer, terminal) {
    const { session_id, kind, records, files, bytes, chain_head, head_checked, runs } = answer;
    const facts = columns([
      ['session', neutral(session_id)],
      records === undefined
        ? [kind, `${files} files, ${bytes} bytes`]
        : ['records', `${records}, ${bytes} bytes`],
      ['chain head', chain_head ?? ''],
      ...runs.map(({ run_id, stop_reason, sandbox, agent }) => [
        `run ${neutral(run_id)}`,
        [agent, stop_reason, sandbox]
          .flatMap((word) => (word === undefined ? [] : [neutral(word)]))
          .join(', '),
      ]),
      ...(answer.noted ?? []).map(({ seq, code, says }) => [
        `record ${seq}`,
        neutral(`noted: ${says} (${code})`),
      ]),
    ]);
    const verdict = styled(terminal, 'green', 'pass');
    if (answer.proves === 'consistency')
      return `${verdict}: the files belong together\n${facts}\nNot checked: ${answer.not_checked.join('; ')}. --session FILE checks both.\n`;
    const advice = head_checked
      ? ''
      : '\nKeep the chain head elsewhere; --head then shows that nothing was cut off.\n';
    const unsealed = kind === 'session' ? answer.not_checked.slice(0, head_checked ? undefined : -1) : [];
    const limits = unsealed.map((what) => `\nNot checked: ${neutral(what)}.\n`).join('');
    return `${verdict}${answer.proves === 'chain' ? '' : ': made from this session, byte for byte'}\n${facts}${limits}${advice}`;
  },
});

/** A session may also be named by its id. */
function whatIsMeant(path: string, sessionsDir: string | undefined, services: Services): string {
  const here = resolve(services.cwd, path);
  if (evidenceAt(here) !== 'session') return here;
  return locateSession(path, sessionFolders(services, sessionsDir), services.cwd);
}

/** What the session gives is made again only where it is a report or an export that is looked at. */
async function sourceOf(
  session: string,
  path: string,
  flags: { readonly head?: string | undefined; readonly 'sessions-dir'?: string | undefined },
  services: Services,
): Promise<SourceSession> {
  if (evidenceAt(path) === 'session') {
    const wanted = 'nothing here: it goes with a report or an export';
    throw fail('flag_value_invalid', { operation: 'argparse', target: '--session', value: session, wanted });
  }
  const file = locateSession(session, sessionFolders(services, flags['sessions-dir']), services.cwd);
  const head = flags.head === undefined ? undefined : headFrom(flags.head);
  const [{ drawingWith }, { exportFiles }, { pageLimits, reportFiles }, { readStory }] = await Promise.all([
    import('../evidence/export/draw-png.js'),
    import('../evidence/export/export-files.js'),
    import('../evidence/report/report-files.js'),
    import('../evidence/story/read-story.js'),
  ]);
  const draw = await drawingWith(services.program.shippedFolder);
  return {
    verification: verifyPath(file, { head }),
    report: () => reportFiles(readStory(file, pageLimits)),
    export: () => exportFiles(readStory(file), draw),
  };
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
