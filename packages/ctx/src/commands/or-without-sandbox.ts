// Where no sandbox can be had, the person at the terminal is asked once. Where nobody could answer, nothing runs.

import { ask } from '../cli/ask.js';
import type { Services } from '../cli/command.js';
import { failureInWords } from '../cli/failure-in-words.js';
import type { Input } from '../cli/inputs.js';
import type { Plan } from '../config/plan.js';
import { Failure } from '../protocol/failure.js';

export async function orWithoutSandbox<T>(
  plan: Plan,
  input: Pick<Input, 'flags'>,
  { program }: Services,
  start: (plan: Plan) => Promise<T>,
): Promise<T> {
  try {
    return await start(plan);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'sandbox_unavailable') throw error;
    const { message } = await failureInWords(error, program.name);
    if ((await ask(`${message}\nRun the tools without a sandbox, this once?`, input)) !== 'yes') throw error;
    const runs = plan.runs.map((run) => ({ ...run, settings: { ...run.settings, sandbox: 'off' as const } }));
    return start({ ...plan, runs });
  }
}
