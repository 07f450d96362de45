// The event that guards, and how a host is told no. It stands apart because a hook that cannot load anything else still has
// to say it.

/** By the hosts' own names. */
const guarded: Readonly<Record<string, string>> = {
  'claude-code': 'PreToolUse',
  codex: 'PreToolUse',
  qwen: 'PreToolUse',
  gemini: 'BeforeTool',
  copilot: 'preToolUse',
  cursor: 'preToolUse',
  opencode: 'tool.execute.before',
};

/** The event of a host that nobody knows guards if it does in any other. */
export function guards([host = '', event = '']: readonly string[]): boolean {
  return Object.hasOwn(guarded, host) ? guarded[host] === event : Object.values(guarded).includes(event);
}

/** `message` is for the person, where the host has a place for it. */
export function denialIn(host: string, refusal: string, message?: string): object {
  switch (host) {
    case 'gemini':
      return { decision: 'deny', reason: refusal, ...(message && { systemMessage: message }) };
    case 'copilot':
      return { permissionDecision: 'deny', permissionDecisionReason: refusal };
    case 'cursor':
      return { permission: 'deny', agent_message: refusal, user_message: message ?? refusal };
    case 'opencode':
      return { refusal, ...(message && { message }) };
    default: {
      const hookEventName = guarded['claude-code'];
      const decision = { permissionDecision: 'deny', permissionDecisionReason: refusal };
      return {
        ...(message && { systemMessage: message }),
        hookSpecificOutput: { hookEventName, ...decision },
      };
    }
  }
}
