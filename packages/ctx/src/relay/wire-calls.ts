// What an agent has its client do for it: files that the editor reads and writes, commands that run in its terminal. Each is a call of
// the agent's, under the name that rules have for it.

import { listOf, membersOf, textOf } from '../acp/fields.js';
import { shellWord } from '../disk/shell-word.js';

export interface WireCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What it is about, to be recognised by. */
  readonly subject: string;
}

/** Nothing where the method does nothing by itself. */
export function wireCall(method: string, params: unknown): WireCall | undefined {
  const { path, command, args, cwd } = membersOf(params);
  switch (method) {
    case 'fs/read_text_file':
      return onFile('read', textOf(path) ?? '');
    case 'fs/write_text_file':
      return onFile('write', textOf(path) ?? '');
    case 'terminal/create': {
      const given = listOf(args).map((word) => textOf(word) ?? '');
      // Editors run the first word by itself, or in a shell where it is a whole line: it stands as it is.
      const line = [textOf(command) ?? '', ...given.map(shellWord)].join(' ');
      return {
        tool: 'bash',
        input: { command: line, ...(typeof cwd === 'string' && { cwd }) },
        subject: line,
      };
    }
    default:
      return undefined;
  }
}

function onFile(tool: string, path: string): WireCall {
  return { tool, input: { file_path: path }, subject: path };
}
