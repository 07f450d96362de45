// Runs and what is made of their logs, under faults.

import type { Place } from './place.js';
import { expectDone, type Loss, lost, type Said, type Scenario, wrong } from './said.js';

const script = {
  model: 'script/1',
  replies: [
    { call: [{ tool: 'bash', input: { command: 'echo once >> effects.txt' } }] },
    { call: [{ tool: 'write', input: { path: 'made.txt', content: 'made\n' } }] },
    { say: 'Done.' },
  ],
};

const run: Scenario = {
  name: 'run, then resume',
  argv: 'run --task Go. --model script:s.yaml --no-sandbox --session-id s --output-format json'.split(' '),
  async prepare(place) {
    place.write('project/s.yaml', JSON.stringify(script));
    await expectDone(place, ['init']);
  },
  judge: (place, said) => judgeRun(place, said, run.argv.slice(0, -2)),
};

/** The log of a process that was killed after its first tool had returned. */
const resume: Scenario = {
  name: 'resume',
  argv: ['resume', 's', '--trust-log', '--output-format', 'json'],
  async prepare(place) {
    await run.prepare(place);
    await expectDone(place, run.argv.slice(0, -2));
    const lines = place.textOf(log).split('\n');
    const returned = lines.findIndex((line) => line.includes('"type":"tool.returned"'));
    place.write(log, `${lines.slice(0, returned + 1).join('\n')}\n`);
  },
  judge: (place, said) => judgeRun(place, said, []),
};

const log = 'project/.context/sessions/s.jsonl';

async function judgeRun(place: Place, said: Said, again: readonly string[]): Promise<Loss | undefined> {
  const isDone = said !== 'killed' && said.error === undefined;
  // Where it could not be noted that this machine wrote the log, resume asks; that is no loss.
  const resumed = await place.ask('resume', 's', '--trust-log');
  const code = resumed.error?.code;
  if (isDone && code !== 'session_finished') return lost(`the end of the run: ${JSON.stringify(resumed)}`);
  if (code === 'session_unknown' || code === 'session_empty') {
    // Nothing was begun; then it can be.
    if (again.length === 0) return lost('the session');
    const { error } = await place.ask(...again);
    return error === undefined ? undefined : wrong(`it cannot be run again: ${error.message}`);
  }
  // A run that ended by a fault is closed as failed, or goes on.
  const isClosed = code === undefined || code === 'session_finished' || code === 'model_error';
  if (!isClosed) return wrong(`resume: ${resumed.error?.code}: ${resumed.error?.message}`);
  const verified = await place.ask('verify', 's');
  if (verified.error !== undefined) return wrong(`verify: ${verified.error.message}`);
  const effects = place.textOf('project/effects.txt');
  return effects === '' || effects === 'once\n' ? undefined : wrong(`a tool ran twice: ${effects}`);
}

/** A folder that is made of a log: it is there whole, or not at all, and the log is as it was. */
function made(command: 'report' | 'export'): Scenario {
  const before = new WeakMap<Place, string>();
  return {
    name: command,
    argv: [command, 's', '--out', 'out', '--output-format', 'json'],
    async prepare(place) {
      await run.prepare(place);
      await expectDone(place, run.argv.slice(0, -2));
      before.set(place, place.textOf(log));
    },
    async judge(place, said) {
      if (place.textOf(log) !== before.get(place)) return lost('the session');
      const isThere = place.isThere('project/out');
      if (said !== 'killed' && said.error === undefined && !isThere) return lost('what was acknowledged');
      if (said !== 'killed' && said.error !== undefined && said.error.code !== 'not_durable' && isThere)
        return wrong(`it is there, and was refused: ${said.error.code}: ${said.error.message}`);
      if (!isThere) return undefined;
      const verified = await place.ask('verify', 'out', '--session', place.path(log));
      return verified.error === undefined ? undefined : wrong(`it is not whole: ${verified.error.message}`);
    },
  };
}

export const sessionScenarios: readonly Scenario[] = [run, resume, made('report'), made('export')];
