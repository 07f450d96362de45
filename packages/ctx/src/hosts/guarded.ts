// The events that guard. They stand apart because a hook that cannot load anything else still has to tell them, and V8
// compiles what stands beside them at each start.

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
