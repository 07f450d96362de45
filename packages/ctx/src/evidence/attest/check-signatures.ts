// Who signed what, and when: each signature beside something, held against the signers that somebody allows and against what it signs.

import type { SessionRecord } from '../../protocol/records.js';
import type { AllowedSigner } from '../../sign/allowed-signers.js';
import { bundleHolds, hintOf } from '../../sign/dsse.js';
import { ownNamespace } from '../../sign/sshsig.js';
import { digestMeanwhile } from '../tree/digest-meanwhile.js';
import { digestOfFile } from '../tree/file-digest.js';
import { treeHash } from '../tree/tree-hash.js';
import { evidenceAt } from '../verify/evidence-at.js';
import type { FindingCode } from '../verify/findings.js';
import type { Verification } from '../verify/verification.js';
import { withFindings } from '../verify/with-findings.js';
import { allowedBy } from './allowed-by.js';
import { type Problem, type ReadSignature, readSignatures } from './read-signatures.js';
import { digestText, readStatement, type Statement } from './statement.js';
import { statementFiles } from './statement-files.js';

export interface SignerRules {
  readonly signers: readonly AllowedSigner[];
  /** When a key has to be allowed: now, or when a time stamp shows that it was signed. */
  readonly at: number;
  readonly required: boolean;
  /** Where the statements lie, if not beside what they sign. */
  readonly folder?: string | undefined;
}

export interface CheckedSignature {
  readonly file: string;
  readonly envelope: 'sshsig' | 'dsse';
  readonly state: 'good' | FindingCode;
  /** Under which names the key is allowed. */
  readonly signed_by: readonly string[];
  /** The key, as `ssh-keygen -l` shows it; unknown where a bundle names a key that nobody allows. */
  readonly key?: string;
  /** By the clock of who signed. */
  readonly signed_at?: string;
  /** How many records of the session it is about. */
  readonly records?: number;
  readonly subjects: readonly { readonly name: string; readonly digest: string }[];
}

export interface SignatureCheck {
  take(record: SessionRecord): void;
  /** What was verified, with what its signatures say. */
  finish(verification: Verification): Verification & { readonly signatures: readonly CheckedSignature[] };
}

export function signatureCheck(path: string, rules: SignerRules): SignatureCheck {
  const judged = readSignatures(statementFiles(path, rules.folder)).map((read) => judge(read, rules));
  const seqs = new Map<string, number | undefined>();
  for (const { statement } of judged)
    if (statement?.predicate.ledgerHead !== undefined) seqs.set(statement.predicate.ledgerHead, undefined);
  const isAboutThese = judged.some(
    ({ statement, problem }) => statement !== undefined && problem === undefined,
  );
  let digest = () => digestOfFile(path);
  return {
    take({ hash, seq }) {
      // A second thread hashes the file while its records are checked.
      if (seq === 0 && isAboutThese) digest = digestMeanwhile(path);
      if (seqs.has(hash)) seqs.set(hash, seq);
    },
    finish(verification) {
      const checked = judged.map((one) => {
        const problem = one.problem ?? (one.statement && misfit(one.statement, verification, seqs, digest));
        return { one, problem };
      });
      const problems = checked.flatMap(({ one, problem }) =>
        problem === undefined ? [] : [{ ...problem, file: one.signature.file }],
      );
      const isMissing = rules.required && !checked.some(({ problem }) => problem === undefined);
      if (isMissing && problems.length === 0)
        problems.push({
          code: 'signature_missing',
          message: 'there is no signature beside it',
          file: statementFiles(path, rules.folder).signature,
        });
      return {
        ...withFindings(
          verification,
          problems.map(({ file, ...problem }) => ({ ...problem, place: file })),
        ),
        signatures: checked.map(({ one, problem }) => ({ ...one.signature, state: problem?.code ?? 'good' })),
      };
    },
  };
}

interface Judged {
  readonly signature: Omit<CheckedSignature, 'state'>;
  readonly statement?: Statement;
  readonly problem?: Problem;
}

/** Everything that can be said of a signature without what it signs. */
function judge(read: ReadSignature, rules: SignerRules): Judged {
  const plain = { file: read.file, envelope: read.envelope, signed_by: [], subjects: [] };
  if ('problem' in read) return { signature: plain, problem: read.problem };
  const named = rules.signers.filter(({ publicKey }) =>
    read.envelope === 'sshsig'
      ? publicKey.blob.equals(read.key.blob)
      : hintOf(publicKey) === read.bundle.hint,
  );
  const key = read.envelope === 'sshsig' ? read.key : named[0]?.publicKey;
  const known = { ...plain, ...(key !== undefined && { key: key.fingerprint }) };
  const holds = read.envelope === 'sshsig' ? read.holds : key !== undefined && bundleHolds(read.bundle, key);
  if (key !== undefined && !holds)
    return refused(
      known,
      'signature_invalid',
      'the key did not sign this statement: one of the two was changed',
    );
  if (read.envelope === 'sshsig' && read.namespace !== ownNamespace)
    return refused(
      known,
      'signature_namespace',
      `it was made for ${JSON.stringify(read.namespace)}, not for ${ownNamespace}`,
    );
  const content = readStatement(read.statement);
  const told = 'value' in content ? { ...known, ...factsOf(content.value) } : known;
  const statement = 'value' in content ? { statement: content.value } : {};
  const [allowed, why] = allowedBy(named, ownNamespace, rules.at);
  const signature = { ...told, signed_by: allowed.flatMap(({ principals }) => principals) };
  if (why !== undefined) return { signature, ...statement, problem: why };
  if (!('value' in content))
    return refused(signature, 'statement_malformed', `the statement: ${content.why}`);
  return { signature, ...statement };
}

function factsOf({ subject, predicate: { exportedAt, records } }: Statement) {
  return {
    signed_at: exportedAt,
    ...(records !== undefined && { records }),
    subjects: subject.map((one) => ({ name: one.name, digest: digestText(one) })),
  };
}

/** Where a statement is not about what lies there, or not about all of it. */
function misfit(
  { subject, predicate }: Statement,
  verification: Verification,
  seqs: ReadonlyMap<string, number | undefined>,
  digest: () => string,
): Problem | undefined {
  if (verification.kind !== 'session') return treeMisfit(subject, verification);
  if (predicate.artifact !== undefined)
    return {
      code: 'signature_of_other',
      message: `it covers something made from the session (${predicate.artifact.kind})`,
    };
  const { caseId, ledgerHead, records, bytes, range } = predicate;
  const isWhole = [caseId, ledgerHead, records, bytes, range].every((member) => member !== undefined);
  if (!isWhole || ledgerHead === undefined || records === undefined)
    return {
      code: 'statement_malformed',
      message: 'the statement: it does not say all that one about a session has to',
    };
  if (caseId !== verification.session_id)
    return { code: 'signature_of_other', message: `it covers the session ${caseId}` };
  const seq = seqs.get(ledgerHead);
  if (seq === undefined)
    return {
      code: 'signed_head_missing',
      message: 'the session lacks the last record that was signed: it was cut off or written again',
    };
  if (seq !== range?.toSeq || records !== seq + 1)
    return { code: 'statement_untrue', message: 'its record count differs from the session’s' };
  const more = (verification.records ?? 0) - records;
  if (more > 0)
    return {
      code: 'signature_partial',
      message: `it covers the first ${records} records, and ${more} more follow`,
    };
  if (!hasBytesOf(subject, predicate, verification, digest))
    return { code: 'statement_untrue', message: 'it covers other bytes than the session’s' };
  return undefined;
}

/** What a crash left of a line was not there when it was signed. */
function hasBytesOf(
  subjects: Statement['subject'],
  { bytes }: Statement['predicate'],
  verification: Verification,
  digest: () => string,
): boolean {
  if (verification.findings.some(({ code }) => code === 'torn_tail')) return true;
  const signed = `sha256:${digest()}`;
  return bytes === verification.bytes && subjects.some((one) => digestText(one) === signed);
}

function treeMisfit(
  subjects: Statement['subject'],
  { path, verdict, kind }: Verification,
): Problem | undefined {
  // A folder that does not hold may not even be one that can be hashed.
  if (verdict === 'fail') return undefined;
  const digests = subjects.map(digestText);
  const is =
    evidenceAt(path) === 'folder' ? `ctxTree:${treeHash(path).tree_hash}` : `sha256:${digestOfFile(path)}`;
  return digests.includes(is)
    ? undefined
    : { code: 'signature_of_other', message: `it covers another ${kind}, or this one was changed` };
}

function refused(signature: Judged['signature'], code: FindingCode, message: string): Judged {
  return { signature, problem: { code, message } };
}
