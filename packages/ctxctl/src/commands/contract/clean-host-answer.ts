// What the clean-host contract answers, as data and as people read it.

import * as t from 'typebox';
import { closed, columns, neutral, styled, type Terminal } from '../../../../ctx/src/kit/command.js';
import { type StepRecord, type Verdict, verdicts } from '../../contract/clean-host/step.js';
import type { Outcome } from '../../contract/package/contract.js';

const stepFields = {
  name: t.String(),
  proves: t.String(),
  verdict: t.Enum(verdicts),
  milliseconds: t.Integer(),
  facts: t.Object({}),
  problems: t.Array(t.String()),
  triage: t.Optional(t.String()),
};

export const outcomeSchema = t.Object(
  {
    passed: t.Boolean(),
    root: t.String(),
    kept: t.Boolean(),
    milliseconds: t.Integer(),
    /** Whether the system kept the programs from the machine and the network. */
    confined: t.Boolean(),
    steps: t.Array(t.Object(stepFields, closed)),
    /** The folder with the record, and what signs it. */
    evidence: t.Optional(
      t.Object(
        {
          folder: t.String(),
          statement: t.String(),
          signature: t.Optional(t.String()),
          bundle: t.Optional(t.String()),
          key: t.Optional(t.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type CleanHostAnswer = t.Static<typeof outcomeSchema>;

export function answerOf(
  { root, kept, steps, confined }: Outcome,
  milliseconds: number,
  evidence: CleanHostAnswer['evidence'],
): CleanHostAnswer {
  const passed = steps.every(({ verdict }) => verdict === 'passed' || verdict === 'left_out');
  const told = steps.map(recordAnswer);
  return {
    passed,
    root,
    kept,
    milliseconds,
    confined,
    steps: told,
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** The steps, and nothing that was done. */
export function planOf(steps: readonly Pick<StepRecord, 'name' | 'proves' | 'triage'>[]): CleanHostAnswer {
  const planned = steps.map(({ name, proves, triage }) => {
    const verdict: Verdict = 'not_reached';
    return {
      name,
      proves,
      ...(triage === undefined ? {} : { triage }),
      verdict,
      milliseconds: 0,
      facts: {},
      problems: [],
    };
  });
  return { passed: false, root: '', kept: false, milliseconds: 0, confined: false, steps: planned };
}

function recordAnswer(record: StepRecord) {
  return { ...record, problems: [...record.problems] };
}

export function outcomeText(answer: CleanHostAnswer, terminal: Terminal): string {
  const { steps, milliseconds, root, kept, confined, evidence } = answer;
  if (root === '') return columns(steps.map(({ name, proves }) => [name, proves]));
  const longest = steps
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .filter((step) => step.milliseconds > 0);
  const rows = longest.map((step) => [
    `${(step.milliseconds / 1000).toFixed(1)} s`,
    step.name,
    `${Math.round((100 * step.milliseconds) / milliseconds)} %`,
  ]);
  const notes = [
    ...(confined
      ? []
      : ['Nothing kept the programs from this machine and its network: bubblewrap does not work here.']),
    ...(evidence === undefined ? [] : [`Evidence: ${evidence.folder}${signedBy(evidence)}`]),
    ...(kept ? [`The temporary root is left: ${root}`] : []),
  ];
  const after = notes.map((note) => `\n${note}`).join('');
  return `${styled(terminal, 'green', 'The clean-host contract holds.')} ${(milliseconds / 1000).toFixed(1)} s, of which\n${columns(rows, '  ')}${after}`;
}

function signedBy({ key }: NonNullable<CleanHostAnswer['evidence']>): string {
  return key === undefined ? ', not signed' : `, signed by ${key}`;
}

export function isRecord(event: object): event is StepRecord {
  return 'verdict' in event;
}

export function lineOf(record: StepRecord, terminal: Terminal): string {
  const { name, verdict, milliseconds, problems, triage } = record;
  const words: Record<Verdict, string> = {
    passed: styled(terminal, 'green', 'passed     '),
    failed: styled(terminal, 'red', 'FAILED     '),
    left_out: styled(terminal, 'dim', 'left out   '),
    not_reached: styled(terminal, 'dim', 'not reached'),
  };
  const time = milliseconds === 0 ? '' : `${(milliseconds / 1000).toFixed(1)} s`;
  const lines = problems.map((problem) => `      ${neutral(problem)}\n`).join('');
  const look = triage === undefined ? '' : `      → ${triage}\n`;
  return `${words[verdict]} ${name.padEnd(12)} ${time.padStart(7)}\n${lines}${look}`;
}
