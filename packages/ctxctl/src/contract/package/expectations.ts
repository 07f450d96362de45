// What a text or a file must be, held against what it is: a line for each thing that is not so.

import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { TookTooLong, timeLimit } from '../../../../ctx/src/kit/time-limit.js';
import { isBelow } from '../clean-host/environment.js';
import type { Manifest } from '../clean-host/manifest.js';
import type { CommandConfig } from './config.js';

type TextWanted = NonNullable<CommandConfig['stdout']>;
type FileWanted = NonNullable<CommandConfig['files']>[string];
type Named = Pick<Manifest, 'name' | 'version'>;

const largestFile = 1 << 24;

/** `what` is how the problems call it. */
export function textProblems(
  what: string,
  text: string,
  wanted: TextWanted | undefined,
  of: Named,
): string[] {
  if (wanted === undefined) return [];
  const { equals, contains, lacks, matches } = typeof wanted === 'string' ? { contains: wanted } : wanted;
  const filled = (template: string) =>
    template.replace(/\$\{(name|version)\}/g, (_, word: keyof Named) => of[word]);
  return [
    ...(equals !== undefined && text !== filled(equals)
      ? [`${what} is ${shown(text)}, not ${shown(filled(equals))}`]
      : []),
    ...listed(contains)
      .map(filled)
      .filter((piece) => !text.includes(piece))
      .map((piece) => `${what} has no ${shown(piece)}: ${shown(text)}`),
    ...listed(lacks)
      .map(filled)
      .filter((piece) => text.includes(piece))
      .map((piece) => `${what} has ${shown(piece)}, which it must not`),
    ...(matches === undefined ? [] : matchProblems(what, text, matches)),
  ];
}

/** A program can print what an expression needs years for. */
const longestMatchMs = 5_000;

function matchProblems(what: string, text: string, matches: string): string[] {
  try {
    const holds = timeLimit(longestMatchMs)(() => new RegExp(matches, 'su').test(text));
    return holds ? [] : [`${what} does not match ${matches}: ${shown(text)}`];
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return [`${what} cannot be matched with ${matches} in 5 s; write a simpler expression: ${shown(text)}`];
  }
}

/** Of a file in the project. What a link leads out to is not read. */
export function fileProblems(project: string, name: string, wanted: FileWanted, of: Named): string[] {
  const path = join(project, name);
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (wanted === 'absent') return entry === undefined ? [] : [`${name} is there, and must not be`];
  if (entry === undefined) return [`${name} is not there`];
  if (wanted === 'present') return [];
  if (!entry.isFile() || !isBelow(realpathSync(project), realpathSync(path)))
    return [`${name} is not a regular file of the project`];
  if (entry.size > largestFile) return [`${name} is larger than 16 MB`];
  return textProblems(name, readFileSync(path, 'utf8'), wanted, of);
}

function listed(texts: string | readonly string[] | undefined): readonly string[] {
  return texts === undefined ? [] : typeof texts === 'string' ? [texts] : texts;
}

function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
