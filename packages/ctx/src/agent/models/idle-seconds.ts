// How long a provider may send nothing: CTX_MODEL_IDLE_SECONDS.

import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';

const variable = 'CTX_MODEL_IDLE_SECONDS';

const day = 86_400;

/** Models that think for long say so now and then; who sends no byte for so long will send none. */
export function idleSeconds(env: Environment): number {
  const given = env[variable]?.trim() ?? '';
  if (given === '') return 300;
  const seconds = Number(given);
  if (/^\d+$/.test(given) && seconds > 0 && seconds <= day) return seconds;
  const wanted = `a whole number of seconds from 1 to ${day}`;
  throw fail('variable_invalid', { operation: 'plan', target: variable, value: given, wanted });
}
