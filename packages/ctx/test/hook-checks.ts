// What tests of checks send and set.

import type { MemoryProject } from './memory-project.js';

export const minute = 60_000;

export const write = (file_path: string) => ({ tool_name: 'Write', tool_input: { file_path, content: '' } });

export async function config(project: MemoryProject, text: string) {
  project.write('config.yaml', text);
}
