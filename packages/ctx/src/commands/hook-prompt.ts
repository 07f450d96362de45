// All that a prompt needs, in one file of the built program.

import { promptChecks } from '../hooks/prompt-checks.js';
import { lastContextUse } from '../hosts/transcript.js';
import { answerHook, type HookCall } from './hook-answer.js';

export function answerPrompt(call: HookCall): Promise<string> {
  return answerHook(call, { checksFor: () => promptChecks, contextUse: lastContextUse });
}
