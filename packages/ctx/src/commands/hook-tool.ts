// All that a tool needs, in one file of the built program.

import { toolChecks } from '../hooks/tool-checks.js';
import { answerHook, type HookCall } from './hook-answer.js';

export function answerTool(call: HookCall): Promise<string> {
  return answerHook(call, { checksFor: () => toolChecks });
}
