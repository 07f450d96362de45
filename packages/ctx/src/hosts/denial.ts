// How each host is told no before a tool.

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
      const hookEventName = 'PreToolUse';
      const decision = { permissionDecision: 'deny', permissionDecisionReason: refusal };
      return {
        ...(message && { systemMessage: message }),
        hookSpecificOutput: { hookEventName, ...decision },
      };
    }
  }
}
