// What a tool did, as far as its input tells: which files it changed, which programs it ran.

import type { ToolUse } from '../protocol/host-event.js';

const changing = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
const patched = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;

export function changedFiles({ name, input, subject }: ToolUse): string[] {
  if (name === 'apply_patch') {
    const patch = Object.values(input).find((value) => typeof value === 'string') ?? '';
    return [...String(patch).matchAll(patched)].flatMap(([, path]) =>
      path === undefined ? [] : [path.trim()],
    );
  }
  if (!changing.has(name) || subject === undefined) return [];
  const path = input[subject.field];
  return typeof path === 'string' ? [path] : [];
}

/** The text of a shell command; nothing for other tools. */
export function shellCommand({ input, subject }: ToolUse): string | undefined {
  if (subject?.kind !== 'command') return undefined;
  const command = input[subject.field];
  return typeof command === 'string' ? command : undefined;
}

/** Whether a simple command of the script begins with these words; enough for a hint, and no judge of what may run. */
export function runs(command: string, words: string): boolean {
  const [program = '', ...rest] = words.split(' ');
  // Most commands are about something else, and making an expression takes longer than all the rest.
  if (!command.includes(program)) return false;
  const options = '(?:\\s+-\\S+(?:\\s+[^-\\s]\\S*)?)*?';
  const pattern = [program, ...rest.map((word) => `${options}\\s+${word}`)].join('');
  return new RegExp(`(?:^|[;&|(\\n])\\s*(?:\\w+=\\S*\\s+)*${pattern}(?:\\s|$)`).test(command);
}
