// Whether a folder of evidence is what a contract left: the files belong together, and the statement says what they say.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../../ctx/src/kit/failures.js';
import { isThere, parseDocument } from '../../../../ctx/src/kit/files.js';
import { NotPlain, readPlainFile } from '../../../../ctx/src/kit/plain-file.js';
import { type CheckedSignature, checkedSignatures, type Signers } from './check-signatures.js';
import {
  type ContractRecord,
  contractRecord,
  evidenceNames,
  recordText,
  resultOf,
  statementOf,
} from './evidence.js';
import { digestOfFile } from './file-digest.js';

export interface EvidenceFinding {
  readonly code: string;
  readonly file: string;
  readonly message: string;
}

export interface CheckedEvidence {
  /** Nothing where it cannot be read. */
  readonly record?: ContractRecord;
  readonly signatures: readonly CheckedSignature[];
  readonly findings: readonly EvidenceFinding[];
}

export interface Against {
  /** The tarball that it should be about. */
  readonly tarball?: string | undefined;
  readonly signers?: Signers | undefined;
  readonly requireSignature: boolean;
}

/** Nothing that a contract writes is larger. */
const largest = 1 << 26;

export function isEvidence(folder: string): boolean {
  return isThere(join(folder, evidenceNames.record)) || isThere(join(folder, evidenceNames.statement));
}

export function checkEvidence(folder: string, against: Against): CheckedEvidence {
  const findings: EvidenceFinding[] = [];
  const found = (code: string, file: string, message: string) => findings.push({ code, file, message });
  const textIn = (name: string) => readIn(folder, name, found);
  const known: readonly string[] = Object.values(evidenceNames);
  for (const name of readdirSync(folder).sort())
    if (!known.includes(name)) found('file_unexpected', name, 'no contract writes such a file');
  const written = textIn(evidenceNames.record);
  const record = written === undefined ? undefined : recordIn(written, found);
  const config = isThere(join(folder, evidenceNames.config)) ? textIn(evidenceNames.config) : '';
  const statement = textIn(evidenceNames.statement);
  if (record !== undefined && config !== undefined && statement !== undefined) {
    if (record.result !== resultOf(record.steps))
      found(
        'record_contradicts',
        evidenceNames.record,
        `it says ${record.result}, and its steps say otherwise`,
      );
    if (statement !== statementOf(record, config))
      found('statement_differs', evidenceNames.statement, whatDiffers(statement, record, config));
  }
  if (
    record !== undefined &&
    against.tarball !== undefined &&
    digestOfFile(against.tarball, 'sha512') !== record.package.sha512
  )
    found('tarball_differs', evidenceNames.record, `it covers another tarball than ${against.tarball}`);
  const signatures = statement === undefined ? [] : checkedSignatures(folder, against.signers);
  for (const { state, file, message = '' } of signatures)
    if (state !== 'good' && state !== 'unchecked') found(state, file, message);
  if (against.requireSignature && signatures.length === 0)
    found('signature_missing', evidenceNames.signature, 'there is no signature beside the statement');
  return { ...(record !== undefined && { record }), signatures, findings };
}

type Found = (code: string, file: string, message: string) => void;

function readIn(folder: string, name: string, found: Found): string | undefined {
  const path = join(folder, name);
  if (!isThere(path)) {
    found('file_missing', name, 'it is not there');
    return undefined;
  }
  try {
    return readPlainFile(path, largest).toString();
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    found('file_unreadable', name, 'it is not a plain file, or is larger than any evidence');
    return undefined;
  }
}

function recordIn(text: string, found: Found): ContractRecord | undefined {
  try {
    const record = parseDocument(text, evidenceNames.record, contractRecord);
    if (recordText(record) !== text)
      found('record_not_canonical', evidenceNames.record, 'it is not written as a contract writes it');
    return record;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    found('record_malformed', evidenceNames.record, 'it is not the record of a contract');
    return undefined;
  }
}

/** The first thing that a person would look at. */
function whatDiffers(statement: string, record: ContractRecord, config: string): string {
  const { package: about } = record;
  if (!statement.includes(about.sha512)) return 'it covers another tarball than contract.json';
  const made = statementOf(record, config);
  const digests = [...made.matchAll(/"sha256":"([0-9a-f]{64})"/g)].map(([, digest]) => digest ?? '');
  const missing = digests.find((digest) => !statement.includes(digest));
  if (missing === undefined) return 'it says something else than contract.json';
  return digests.indexOf(missing) === 0 && config !== ''
    ? 'clean-host.yaml is not the file that it names: one of the two was changed'
    : 'contract.json is not the file that it names: one of the two was changed';
}
