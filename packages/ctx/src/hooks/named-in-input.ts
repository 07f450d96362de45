// What the input of a tool that nobody knows may name: files to write, and commands to run.

import { posix } from 'node:path';
import { shellWord } from '../disk/shell-word.js';

export interface Named {
  readonly paths: readonly string[];
  readonly commands: readonly string[];
}

/** Members that hold a command in every tool seen so far that runs one. */
const commandKeys = new Set(['command', 'commands', 'cmd', 'script']);
const longestPath = 4096;

/** Every text in it, at any depth: who knows under which name a tool takes the file that it moves or writes? */
export function namedIn(input: Readonly<Record<string, unknown>>): Named {
  const paths: string[] = [];
  const commands: string[] = [];
  const left: unknown[] = [input];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string') paths.push(...pathsIn(value));
    else if (Array.isArray(value)) left.push(...value.filter((member) => member !== undefined));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        paths.push(...pathsIn(key));
        const command = commandKeys.has(key) ? commandIn(member) : undefined;
        if (command === undefined) left.push(member ?? null);
        else commands.push(command);
      }
    }
  }
  return { paths, commands };
}

/** Every text in it. */
export function textsIn(input: Readonly<Record<string, unknown>>): string[] {
  return Object.values(input).filter((value) => typeof value === 'string');
}

/** A line, or a list of words. */
export function commandIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((word) => typeof word === 'string') ? value.map(shellWord).join(' ') : undefined;
}

/** The text as a path; of a URI, what its escapes stand for as well. No system takes a longer one, once it is tidied. */
function pathsIn(text: string): string[] {
  const plain = text.replace(/^file:\/\//i, '');
  const tidy = plain.length > longestPath ? posix.normalize(plain) : plain;
  if (tidy === '' || tidy.length > longestPath || tidy.includes('\0')) return [];
  return tidy.includes('%') ? [tidy, ...unescaped(tidy)] : [tidy];
}

function unescaped(text: string): string[] {
  try {
    return [decodeURIComponent(text)].filter((path) => !path.includes('\0'));
  } catch {
    return [];
  }
}
