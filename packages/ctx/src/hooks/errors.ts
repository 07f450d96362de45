// Errors of our own: never the host's problem. They go to a file that `ctx doctor` reads.

import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { appendToProjectFile, readProjectFile } from '../disk/plain-file.js';
import { type Context, contextPath } from '../memory/context.js';

export const errorLog = ['state', 'hook-errors.log'] as const;

const largest = 1 << 18;

export interface HookError {
  readonly at: string;
  readonly hook: string;
  readonly check: string;
  readonly error: string;
}

export interface HookTrouble {
  readonly check: string;
  readonly error: unknown;
}

/** Best effort: where even that cannot be written, a hook still ends well. */
export function writeDown(
  context: Context,
  hook: string,
  now: number,
  troubles: readonly HookTrouble[],
): void {
  const at = new Date(now).toISOString();
  const lines = troubles.map(({ check, error }): HookError => {
    return { at, hook, check, error: described(error) };
  });
  try {
    const file = contextPath(context, ...errorLog);
    makeFolders(join(file, '..'));
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largest) renameSync(file, `${file}.old`);
    appendToProjectFile(context.root, file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  } catch {
    // Nobody is left to tell.
  }
}

/** What stands in the log, oldest first; nothing where there is none, and an error for one that cannot be read. A line that is none is told of as it is. */
export function readErrors(context: Context): HookError[] {
  let text: string;
  try {
    text = readProjectFile(context.root, contextPath(context, ...errorLog)).toString();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => errorIn(line));
}

function errorIn(line: string): HookError {
  try {
    const value: unknown = JSON.parse(line);
    if (isHookError(value)) return value;
  } catch {
    // Told of below.
  }
  return { at: '', hook: '', check: '', error: line.slice(0, 200) };
}

function isHookError(value: unknown): value is HookError {
  if (typeof value !== 'object' || value === null) return false;
  const texts: Readonly<Record<string, unknown>> = { ...value };
  return ['at', 'hook', 'check', 'error'].every((name) => typeof texts[name] === 'string');
}

/** A failure's code and target say enough, and its stack where it is a bug. */
function described(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
