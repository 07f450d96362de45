// Who answers an event of a host. What comes with every prompt and every tool is answered from one file that holds
// nothing else; any other event, and any other name for one, takes the long way.

import type { HookCall } from './hook-answer.js';

export async function answerEvent(call: HookCall): Promise<string> {
  switch (call.words[1]) {
    case 'UserPromptSubmit':
      return (await import('./hook-prompt.js')).answerPrompt(call);
    case 'PreToolUse':
    case 'PostToolUse':
      return (await import('./hook-tool.js')).answerTool(call);
    default:
      return (await import('./hook-any.js')).answerAny(call);
  }
}
