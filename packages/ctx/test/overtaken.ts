// Calls whose time is over at a moment that the test names, not at one that the machine's speed decides.

import { grace } from '../src/agent/interruption.js';
import { envelopeOf, type ReadEnvelope } from './envelope.js';
import { heldClock } from './held-clock.js';
import { ctxProgram, fixedClock, type Outside, startCall } from './in-process.js';
import { until } from './processes.js';

/** What an agent that ctx drives has to acknowledge in (src/drive/conduct-turn.ts). */
const agentsGrace = 2_000;

/** Whether a call has come so far, by what it has printed. */
export type Began = (printed: string) => boolean;

export const askedModel =
  (times: number): Began =>
  (printed) =>
    printed.split('"type":"model.requested"').length > times;

/** The answer of a call whose deadline comes as soon as `began` holds. Nobody's grace is over, unless `impatient`. */
export async function overtaken(
  argv: readonly string[],
  outside: Outside,
  began: Began,
  { impatient = false } = {},
): Promise<ReadEnvelope> {
  const { clock, ring } = heldClock(outside.clock ?? fixedClock, impatient ? [grace, agentsGrace] : []);
  const flags = ['--timeout-seconds', '9', '--output-format', 'stream-json'];
  const call = startCall(ctxProgram(), [...argv, ...flags], { ...outside, clock });
  let ended = false;
  const answer = call.answer.finally(() => {
    ended = true;
  });
  await until(() => ended || began(call.stdout()));
  ring(9_000);
  const { stdout, ...rest } = await answer;
  return envelopeOf({ ...rest, stdout: `${stdout.trimEnd().split('\n').at(-1)}\n` });
}
