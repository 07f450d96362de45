import type { OfferedTool } from '../wires/wire.js';

/** A call that has a subagent do it, as Claude Code and those who came after it take one. */
export function taskCall({ name, takes }: OfferedTool, prompt: string) {
  return {
    name,
    input: {
      description: 'a file',
      prompt,
      subagent_type: 'general-purpose',
      // By default it may go on while the session ends.
      ...(takes.includes('run_in_background') && { run_in_background: false }),
    },
  };
}
