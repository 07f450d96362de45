// An agent that ctx drives would sign evidence in a person's name.

import { markVariable } from '../agent/tools/leftover-processes.js';
import type { Environment } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';

export function refuseAgent(env: Environment): void {
  if ((env[markVariable] ?? '') !== '') throw fail('signing_by_agent', { operation: 'sign', target: 'sign' });
}
