// The labelled repositories: what is true of each, what a knowledgeable person would want there, and must not get.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Case {
  readonly name: string;
  readonly half: 'tuning' | 'test';
  readonly task?: string;
  /** Every technology that is really there. A finding outside this list is false. */
  readonly true: readonly string[];
  /** Entry id to the reason why it is wanted. */
  readonly wanted: Readonly<Record<string, string>>;
  readonly must_not: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

export function readCases(): Case[] {
  const folder = join(import.meta.dirname, 'cases');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return names.map((name): Case => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

export function writeFiles(folder: string, files: Case['files']): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
