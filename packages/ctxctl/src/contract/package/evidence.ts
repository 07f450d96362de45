// What a contract leaves for others to check: the record of its steps, the file that it was held against, and a statement
// that names both and the tarball by their digests. The statement is what is signed.

import { createHash } from 'node:crypto';
import { canonical, isThere } from '../../../../ctx/src/kit/files.js';
import type { StepRecord } from '../clean-host/step.js';
import { digestOf } from './digest.js';
import { manifestOf, type Subject, tarballOf } from './subject.js';

export interface Made {
  /** When it began, as the clock of the machine says. */
  readonly at: Date;
  readonly generator: { readonly name: string; readonly version: string };
  /** The text of the contract's file, if there was one. */
  readonly config: string;
}

export interface Evidence {
  /** Name → content. */
  readonly files: ReadonlyMap<string, string>;
  readonly statement: string;
}

export const evidenceNames = {
  record: 'contract.json',
  config: 'clean-host.yaml',
  statement: 'contract.statement.json',
  signature: 'contract.statement.json.sig',
  bundle: 'contract.statement.sigstore.json',
} as const;

/** Nothing where there was no package to speak of. */
export function evidenceOf(subject: Subject, steps: readonly StepRecord[], made: Made): Evidence | undefined {
  if (!isThere(tarballOf(subject))) return undefined;
  const { name, version } = manifestOf(subject);
  const tarball = tarballOf(subject);
  const digest = { sha256: digestOf(tarball, 'sha256'), sha512: digestOf(tarball, 'sha512') };
  const passed = steps.every(({ verdict }) => verdict === 'passed' || verdict === 'left_out');
  const result = passed ? 'PASSED' : 'FAILED';
  const record = `${canonical({
    schema: 'ctxctl.clean-host/1',
    package: { name, version, ...digest },
    result,
    confined: subject.confinement !== undefined,
    at: made.at.toISOString(),
    generator: made.generator,
    platform: { os: process.platform, arch: process.arch, node: process.version },
    steps: steps.map((step) => ({ ...step })),
  })}\n`;
  const configs = made.config === '' ? [] : [[evidenceNames.config, made.config] as const];
  const statement = `${canonical({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: `${name}@${version}`, digest },
      { name: evidenceNames.record, digest: { sha256: sha256(record) } },
    ],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result,
      configuration: configs.map(([file, text]) => ({ name: file, digest: { sha256: sha256(text) } })),
      passedTests: namesOf(steps, 'passed'),
      // Not run because they were not asked for: a reader should see that they are missing.
      warnedTests: namesOf(steps, 'left_out'),
      failedTests: [...namesOf(steps, 'failed'), ...namesOf(steps, 'not_reached')],
    },
  })}\n`;
  return { files: new Map([[evidenceNames.record, record], ...configs]), statement };
}

function namesOf(steps: readonly StepRecord[], wanted: StepRecord['verdict']): string[] {
  return steps.filter(({ verdict }) => verdict === wanted).map(({ name }) => name);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
