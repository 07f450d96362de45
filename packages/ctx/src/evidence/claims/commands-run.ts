// What a call of any agent's tool did, as far as claims go: a shell command, or a change of a file.

import { isMembers } from '../../protocol/members.js';

const shells: ReadonlySet<string> = new Set([
  'bash',
  'exec_command',
  'run_shell_command',
  'shell',
  'local_shell',
  'container.exec',
  'powershell',
  'run_in_terminal',
]);

const writers =
  /^(?:write|edit|multiedit|notebookedit|create|apply_patch|write_file|replace|str_replace\w*|edit_file|patch|save_file)$/;

/** The text of a shell command; nothing for a tool that starts none. */
export function commandOf(tool: string, input: unknown): string | undefined {
  if (!shells.has(tool.toLowerCase()) || !isMembers(input)) return undefined;
  for (const name of ['command', 'cmd', 'script']) {
    const given = input[name];
    if (typeof given === 'string') return given;
    if (Array.isArray(given)) return given.filter((word) => typeof word === 'string').join(' ');
  }
  return undefined;
}

export function changesFiles(tool: string): boolean {
  return writers.test(tool.toLowerCase());
}

/** Whether the exit code of a script is that of the command in it: not behind a pipe, and not with a second try. */
export function showsItsEnd(command: string): boolean {
  const withoutQuotes = command.replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '');
  return (
    /\bpipefail\b/.test(withoutQuotes) ||
    !/\|\||[^|&>]\|[^|&]|;\s*(?:true|:|exit 0)\b|&\s*$/.test(withoutQuotes)
  );
}
