// What a contract leaves for others to check: the record of its steps, the file that it was held against, and a statement
// that names both and the tarball by their digests. The statement is what is signed.

import * as t from 'typebox';
import { closed } from '../../../../ctx/src/kit/command.js';
import { sha256 } from '../../../../ctx/src/kit/digest.js';
import { canonical, isThere } from '../../../../ctx/src/kit/files.js';
import { type StepRecord, verdicts } from '../clean-host/step.js';
import { digestOfFile } from './file-digest.js';
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

const digestText = (bits: 256 | 512) => t.String({ pattern: `^[0-9a-f]{${bits / 4}}$` });

/** What `contract.json` holds. */
export const contractRecord = t.Object(
  {
    schema: t.Literal('ctxctl.clean-host/1'),
    package: t.Object(
      { name: t.String(), version: t.String(), sha256: digestText(256), sha512: digestText(512) },
      closed,
    ),
    result: t.Enum(['PASSED', 'FAILED']),
    confined: t.Boolean(),
    at: t.String(),
    generator: t.Object({ name: t.String(), version: t.String() }, closed),
    platform: t.Object({ os: t.String(), arch: t.String(), node: t.String() }, closed),
    steps: t.Array(
      t.Object(
        {
          name: t.String(),
          proves: t.String(),
          verdict: t.Enum([...verdicts]),
          milliseconds: t.Integer({ minimum: 0 }),
          facts: t.Unknown(),
          problems: t.Array(t.String()),
          triage: t.Optional(t.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ContractRecord = t.Static<typeof contractRecord>;

/** Nothing where there was no package to speak of. */
export function evidenceOf(subject: Subject, steps: readonly StepRecord[], made: Made): Evidence | undefined {
  if (!isThere(tarballOf(subject))) return undefined;
  const { name, version } = manifestOf(subject);
  const tarball = tarballOf(subject);
  const record: ContractRecord = {
    schema: 'ctxctl.clean-host/1',
    package: {
      name,
      version,
      sha256: digestOfFile(tarball, 'sha256'),
      sha512: digestOfFile(tarball, 'sha512'),
    },
    result: resultOf(steps),
    confined: subject.confinement !== undefined,
    at: made.at.toISOString(),
    generator: made.generator,
    platform: { os: process.platform, arch: process.arch, node: process.version },
    steps: steps.map(({ problems, ...step }) => ({ ...step, problems: [...problems] })),
  };
  const text = recordText(record);
  const configs: [string, string][] = made.config === '' ? [] : [[evidenceNames.config, made.config]];
  return {
    files: new Map([[evidenceNames.record, text], ...configs]),
    statement: statementOf(record, made.config),
  };
}

export function recordText(record: ContractRecord): string {
  return `${canonical(record)}\n`;
}

export function resultOf(steps: readonly Pick<StepRecord, 'verdict'>[]): ContractRecord['result'] {
  return steps.every(({ verdict }) => verdict === 'passed' || verdict === 'left_out') ? 'PASSED' : 'FAILED';
}

/** It follows from the record and the config alone, so that whoever has those can make it again and compare. */
export function statementOf(record: ContractRecord, config: string): string {
  const { name, version, ...digest } = record.package;
  const configuration =
    config === '' ? [] : [{ name: evidenceNames.config, digest: { sha256: sha256(config) } }];
  return `${canonical({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: `${name}@${version}`, digest },
      { name: evidenceNames.record, digest: { sha256: sha256(recordText(record)) } },
    ],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: record.result,
      configuration,
      passedTests: namesOf(record.steps, 'passed'),
      // Not run because they were not asked for: a reader should see that they are missing.
      warnedTests: namesOf(record.steps, 'left_out'),
      failedTests: [...namesOf(record.steps, 'failed'), ...namesOf(record.steps, 'not_reached')],
    },
  })}\n`;
}

function namesOf(
  steps: readonly Pick<StepRecord, 'name' | 'verdict'>[],
  wanted: StepRecord['verdict'],
): string[] {
  return steps.filter(({ verdict }) => verdict === wanted).map(({ name }) => name);
}
