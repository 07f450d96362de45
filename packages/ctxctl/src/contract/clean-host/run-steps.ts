// Runs the steps of a contract in their order. The first that fails ends it: what comes after it would prove nothing.

import { Broken, type Facts, type Step, type StepRecord, Unusable } from './step.js';

export interface Choice {
  /** Leaves out what is slow. */
  readonly fast: boolean;
  /** This step and what it needs, nothing else. */
  readonly only?: string | undefined;
}

export async function runSteps<Host>(
  steps: readonly Step<Host>[],
  host: Host,
  choice: Choice,
  onRecord: (record: StepRecord) => void,
): Promise<StepRecord[]> {
  const chosen = chosenSteps(steps, choice);
  const records: StepRecord[] = [];
  for (const step of steps) {
    const failed = records.some(({ verdict }) => verdict === 'failed');
    const record = !chosen.has(step.name)
      ? idle(step, 'left_out')
      : failed
        ? idle(step, 'not_reached')
        : await runStep(step, host);
    records.push(record);
    onRecord(record);
  }
  return records;
}

function chosenSteps<Host>(steps: readonly Step<Host>[], { fast, only }: Choice): Set<string> {
  if (only === undefined) return new Set(steps.filter(({ slow }) => !(fast && slow)).map(({ name }) => name));
  const wanted = new Set<string>();
  const want = (name: string) => {
    wanted.add(name);
    for (const needed of steps.find((step) => step.name === name)?.needs ?? []) want(needed);
  };
  want(only);
  return wanted;
}

function idle<Host>({ name, proves }: Step<Host>, verdict: 'left_out' | 'not_reached'): StepRecord {
  return { name, proves, verdict, milliseconds: 0, facts: {}, problems: [] };
}

async function runStep<Host>({ name, proves, triage, run }: Step<Host>, host: Host): Promise<StepRecord> {
  const start = performance.now();
  const ended = (verdict: 'passed' | 'failed', facts: Facts, problems: readonly string[]): StepRecord => ({
    name,
    proves,
    verdict,
    milliseconds: Math.round(performance.now() - start),
    facts,
    problems,
    ...(verdict === 'failed' ? { triage } : {}),
  });
  try {
    return ended('passed', await run(host), []);
  } catch (error) {
    if (error instanceof Unusable) throw error;
    if (error instanceof Broken) return ended('failed', error.facts, error.problems);
    return ended('failed', {}, [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  }
}
