// The labelled repositories: what is true of each, what a knowledgeable person would want there, and must not get.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** The case's files in a fresh folder, for as long as `use` runs. */
export async function withRepository<T>(
  files: Case['files'],
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-bench-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
