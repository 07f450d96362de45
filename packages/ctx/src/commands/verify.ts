import * as t from 'typebox';
import { changedSources } from '../capture/check-sources.js';
import { clawable, type Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { argument, flag } from '../cli/inputs.js';
import type { KnownHead } from '../evidence/attest/check-head-known.js';
import type { CheckedSignature } from '../evidence/attest/check-signatures.js';
import { checkpointCheck, orDeleted } from '../evidence/attest/project-checkpoint.js';
import { evidenceAt } from '../evidence/verify/evidence-at.js';
import { findingLine } from '../evidence/verify/findings.js';
import { mayBeEvidence } from '../evidence/verify/folder-kind.js';
import type { Verification } from '../evidence/verify/verification.js';
import { verifyPath } from '../evidence/verify/verify-path.js';
import { fail } from '../protocol/codes.js';
import { looksLikeSession } from '../session/looks-like-session.js';
import { sessionsFolder } from '../session/sessions-folder.js';
import { headFrom, sourceOf, whatIsMeant } from './evidence-meant.js';
import { refuseBeside } from './given-flags.js';
import { lastFlag, placeFlags, sessionFrom } from './session-flags.js';
import { refuseIdle, signaturesOf } from './signer-rules.js';
import { verification } from './verification-answer.js';
import { commitsAnswer, commitsText, verifyCommits } from './verify-commits.js';
import { verificationText } from './verify-text.js';
import { refuseTranscript } from './whose-transcript.js';

export default clawable({
  name: 'verify',
  group: 'evidence',
  summary: 'Check that nobody changed a session, fleet, report or export since ctx wrote it',
  description:
    'Checks a session, the folder of a report or an export, or one page of a report. It needs nothing but a session’s file, and checks the chain, the schema and canonical form of every record, the order of runs and turns, that every call has its answer, that the totals add up, that no budget was exceeded without a record, and the capture manifest. In a folder it checks the digest of every file and the pixels of every picture, that all files are of one session, and that none is missing. That shows that the files belong together, not that they are true. With --session it generates a report or an export again from the log and compares every byte. Traces, trajectories and comments carry no digest, so alone they never pass. Of a fleet, or its exported folder, it also checks the log of every session, the budget at every claim and the totals. The verdict is pass, fail or incomplete (an open run, a torn last line), and only pass exits 0. For a captured session it also says which transcripts were changed or deleted since. A chain cannot show that its end was cut off or that the whole file was rewritten: keep the head elsewhere and pass it with --head. If the project has a checkpoint (`ctx checkpoint`), it is checked, too. With --signers (OpenSSH’s allowed_signers, which git uses too) it also checks the signatures of `ctx sign` and names who signed what and when; --require-signature makes a missing one an error.',
  examples: [
    { line: 'ctx verify fix-the-test', says: 'a session, by its id' },
    { line: 'ctx verify ./s.jsonl --head sha256:9f86d08…', says: 'a file, against the head that was kept' },
    { line: 'ctx verify nightly', says: 'a fleet and all of its sessions' },
    { line: 'ctx verify export/', says: 'whether the files of an export or a report belong together' },
    {
      line: 'ctx verify report/ --session fix-the-test',
      says: 'whether a report says what the session’s log says',
    },
    {
      line: 'ctx verify fix-the-test --signers ~/.ssh/allowed_signers --require-signature',
      says: 'and who signed it',
    },
    {
      line: 'ctx verify --commit main..HEAD',
      says: 'are the sessions behind these commits unchanged?',
    },
    { line: 'ctx verify ./s.jsonl --output-format json', says: 'every finding, for a program' },
  ],
  arguments: {
    path: argument.optional(
      'the id or the file of a session or a fleet, or the folder of a report or an export',
    ),
  },
  flags: {
    head: flag.text('the chain head that was kept elsewhere', 'HASH'),
    session: flag.text('the session that the report or the export was made from', 'SESSION'),
    commit: flag.text('check the sessions that a commit, or each commit of a range, names', 'REV'),
    signers: flag.text('the allowed signers, as OpenSSH and git keep them', 'FILE'),
    'require-signature': flag.switch('fail without a valid signature'),
    signatures: flag.text('the folder of the statement and its signature (default: beside it)', 'DIR'),
    'verify-time': flag.text('when the signer’s key must be valid (default: now)', 'TIME'),
    ...lastFlag,
    'sessions-dir': placeFlags['sessions-dir'],
  },
  returns: t.Union([verification, commitsAnswer]),
  details: t.Union([verification, commitsAnswer]),
  async run({ args, flags }, services) {
    refuseIdle(flags);
    if (flags.commit !== undefined) {
      if (args.path !== undefined) throw contradiction('--commit', args.path);
      refuseBeside('--commit', flags, ['head', 'session', 'signers', 'last']);
      return verifyCommits(flags.commit, flags['sessions-dir'], services);
    }
    const path = sessionFrom(args.path, flags, 'verify');
    const head = flags.head === undefined ? undefined : headFrom(flags.head);
    const found = await orDeleted(path, services, () => whatIsMeant(path, flags['sessions-dir'], services));
    const source =
      flags.session === undefined ? undefined : await sourceOf(flags.session, found, flags, services);
    const signing = flags.signers === undefined ? undefined : await signaturesOf(found, flags, services);
    const checkpoint = await checkpointCheck(found, services);
    const looked = verifyPath(
      found,
      { head, sessionsFolder: namedFolder(flags, services) },
      source,
      (record) => {
        signing?.take(record);
        checkpoint?.take(record);
      },
    );
    const signed = signing?.finish(looked) ?? looked;
    const verification: VerifyAnswer = { ...signed, ...checkpoint?.finish(signed) };
    const { signatures, runs, findings, checked, not_checked, noted: own = [], ...facts } = verification;
    const since = facts.kind === 'session' ? changedSources(found, services.env) : [];
    const noted = [...own, ...since];
    const answer = {
      ...facts,
      checked: [...checked],
      not_checked: [...not_checked],
      runs: [...runs],
      ...(noted.length > 0 && { noted }),
      findings: [...findings],
      ...(signatures !== undefined && { signatures: signatures.map(plainSignature) }),
    };
    if (answer.verdict === 'pass') return answer;
    if (answer.kind === 'session' && answer.records === 0) await refuseTranscript(found);
    if (evidenceAt(found) === 'folder' && !mayBeEvidence(found))
      throw fail('evidence_none', { operation: 'verify', target: found, details: answer });
    throw notPassed(answer);
  },
  render: (answer, terminal) =>
    'anchors' in answer ? commitsText(answer) : verificationText(answer, terminal),
});

/** Where somebody keeps sessions elsewhere; a fleet's are beside it otherwise. */
function namedFolder(
  { 'sessions-dir': given }: { readonly 'sessions-dir'?: string | undefined },
  services: Services,
): string | undefined {
  const named = given ?? services.env['CTX_SESSIONS_DIR'];
  return named ? sessionsFolder(services, named) : undefined;
}

type VerifyAnswer = Verification & {
  readonly signatures?: readonly CheckedSignature[];
  readonly checkpoint?: KnownHead;
};

/** Schemas know no read-only lists. */
function plainSignature({ signed_by, subjects, ...rest }: CheckedSignature) {
  return { ...rest, signed_by: [...signed_by], subjects: subjects.map((one) => ({ ...one })) };
}

function notPassed(details: Verification) {
  const { path: target, verdict, findings, findings_left_out } = details;
  const worst = findings.find((finding) => finding.verdict === verdict);
  if (worst === undefined) throw new TypeError(`${verdict} without a finding`);
  const first = findingLine(worst);
  const more = findings.length - 1 + findings_left_out;
  const code = verdict === 'fail' ? 'verify_failed' : 'verify_incomplete';
  const hasNoRecord = details.kind === 'session' && details.records === 0;
  const isOther = hasNoRecord && !looksLikeSession(target);
  const isEmpty = hasNoRecord || worst.code === 'folder_empty';
  return fail(code, { operation: 'verify', target, first, more, isOther, isEmpty, details });
}
