// A project whose config has rules for hooks, and calls of tools that a host asks about.

import { hookCall } from './hook-call.js';
import { type MemoryProject, memoryProject } from './memory-project.js';

export const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } });
export const write = (file_path: string) => ({ tool_name: 'Write', tool_input: { file_path, content: '' } });
export const rmDenied = 'hooks:\n  deny: [{rule: "Bash(rm *)"}]\n';

export async function projectWith(config: string): Promise<MemoryProject> {
  const project = await memoryProject();
  project.write('config.yaml', config);
  return project;
}

export const preTool = (project: MemoryProject, fields: object) =>
  hookCall(project, 'PreToolUse', { ...fields });
