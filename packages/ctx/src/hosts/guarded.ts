// The event that guards, as every host of this form has it. It stands apart because a hook that cannot load anything else
// still has to say no.

export const guardedEvent = 'PreToolUse';

export function denial(reason: string) {
  return { permissionDecision: 'deny', permissionDecisionReason: reason };
}
