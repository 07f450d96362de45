// What a project says to agents: AGENTS.md and CLAUDE.md, from the folder that is worked in up to the project's own.

import { isUtf8 } from 'node:buffer';
import { dirname, join, relative, sep } from 'node:path';
import { NotPlain, notPlainWords, readProjectFile } from '../disk/plain-file.js';
import { isWithin } from '../disk/within.js';
import { isSystemError } from '../protocol/failure.js';
import { tokensOfText } from '../text/token-estimate.js';
import { untold } from './untold.js';

export interface Instructions {
  /** Relative to the project, with slashes. */
  readonly source: string;
  readonly text: string;
  readonly clipped: boolean;
}

export interface FoundInstructions {
  /** Nearest first. */
  readonly files: readonly Instructions[];
  readonly warnings: readonly string[];
}

const names = ['AGENTS.md', 'CLAUDE.md'];
/** Nobody writes longer ones. */
const largestFile = 1 << 20;

export function findInstructions(root: string, workspace: string, maxTokens: number): FoundInstructions {
  const base = isWithin(root, workspace) ? root : workspace;
  const warnings: string[] = [];
  const read: { source: string; text: string }[] = [];
  for (const folder of foldersUpTo(workspace, base)) {
    for (const name of names) {
      const path = join(folder, name);
      const source = relative(base, path).split(sep).join('/');
      const text = textIn(base, path, source, warnings);
      if (text !== undefined && !isKnown(text, read)) read.push({ source, text });
    }
  }
  return within(read, maxTokens, warnings);
}

function foldersUpTo(from: string, top: string): string[] {
  const folders = [from];
  for (let at = from; at !== top && dirname(at) !== at; ) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}

/** Nothing where there is no such file. One that cannot be read is said, and left out. */
function textIn(base: string, path: string, source: string, warnings: string[]): string | undefined {
  const leaveOut = (why: string) => {
    warnings.push(untold(source, why));
    return undefined;
  };
  try {
    const bytes = readProjectFile(base, path, largestFile);
    if (!isUtf8(bytes)) return leaveOut('it is not valid UTF-8');
    const text = bytes.toString().trim();
    return text === '' ? undefined : text;
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    if (error instanceof NotPlain) return leaveOut(notPlainWords[error.reason]);
    return leaveOut(error instanceof Error ? error.message : String(error));
  }
}

/** The same text under two names, or a file that only points to its sibling, is told once. */
function isKnown(text: string, read: readonly { readonly text: string }[]): boolean {
  return text === '@AGENTS.md' ? read.length > 0 : read.some((one) => one.text === text);
}

function within(
  read: readonly { readonly source: string; readonly text: string }[],
  maxTokens: number,
  warnings: string[],
): FoundInstructions {
  const files: Instructions[] = [];
  let left = maxTokens;
  for (const { source, text } of read) {
    const tokens = tokensOfText(text);
    const kept = tokens <= left ? text : firstLines(text, left);
    const clipped = kept !== text;
    if (clipped)
      warnings.push(
        `the model got only a part of ${source}, which has about ${tokens} tokens; context.max_tokens in a config allows more`,
      );
    left = Math.max(0, left - tokens);
    files.push({ source, text: clipped ? `${kept}${cutNote(source)}` : text, clipped });
  }
  return { files, warnings };
}

function cutNote(source: string): string {
  return `\n[cut here: ${source} is longer; read the file for the rest]`;
}

/** Whole lines, as many as fit. */
function firstLines(text: string, maxTokens: number): string {
  const bytes = Buffer.from(text);
  const end = bytes.lastIndexOf('\n', maxTokens * 4);
  return end <= 0 ? '' : bytes.subarray(0, end).toString();
}
