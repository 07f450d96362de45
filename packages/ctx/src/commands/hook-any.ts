// Any event: its checks are loaded once it is known which they are.

import { checksFor } from '../hooks/checks.js';
import { lastContextUse } from '../hosts/transcript.js';
import { answerHook, type HookCall } from './hook-answer.js';

export function answerAny(call: HookCall): Promise<string> {
  return answerHook(call, { checksFor, contextUse: lastContextUse });
}
