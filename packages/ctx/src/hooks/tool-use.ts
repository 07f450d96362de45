// What a tool did, as far as its input tells: which files it changed, which programs it ran.

import { patchedFiles } from '../hosts/patched-files.js';
import type { ToolUse } from '../protocol/host-event.js';

const changing = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

/** How Codex writes files. */
export const patchTool = 'apply_patch';

export function changedFiles({ as, input, subject }: ToolUse): string[] {
  if (as === patchTool) {
    const texts = Object.values(input).filter((value) => typeof value === 'string');
    return texts.flatMap(patchedFiles);
  }
  if (!changing.has(as) || subject === undefined) return [];
  const path = input[subject.field];
  return typeof path === 'string' ? [path] : [];
}

/** The text of a shell command; nothing for other tools. */
export function shellCommand({ input, subject }: ToolUse): string | undefined {
  if (subject?.kind !== 'command') return undefined;
  const command = input[subject.field];
  return typeof command === 'string' ? command : undefined;
}

/**
 * Whether a simple command of the script begins with these words, options between them aside; `*` is any word. Enough for
 * a hint, and no judge of what may run. Without expressions: making one takes longer than everything else after a tool.
 */
export function runs(script: string, words: string): boolean {
  const [program = '', ...rest] = words.split(' ');
  if (!script.includes(program)) return false;
  return script.split(/[;&|(\n]/).some((command) => {
    const given = command.split(/\s+/).filter((word) => word !== '');
    const start = given.findIndex((word) => !word.includes('='));
    return given[start] === program && followed(given.slice(start + 1), rest);
  });
}

/** Words in this order at the beginning; between them only options, each perhaps with a value. */
function followed(given: readonly string[], wanted: readonly string[]): boolean {
  let next = 0;
  let afterOption = false;
  for (const word of given) {
    if (next === wanted.length) return true;
    const isOption = word.startsWith('-');
    if (!isOption && (wanted[next] === '*' || wanted[next] === word)) next += 1;
    else if (!isOption && !afterOption) return false;
    afterOption = isOption;
  }
  return next === wanted.length;
}
