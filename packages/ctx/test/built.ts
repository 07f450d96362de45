// The built programs as processes of their own, with a clean environment and a home that is empty.

import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { temporaryFolder } from './folder.js';

export type ProgramName = 'ctx' | 'ctxctl';

export interface Answer {
  readonly exitCode: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const repository = join(import.meta.dirname, '../../..');

/** Where the built program and the files that ship with it are. */
export function builtFolder(program: ProgramName = 'ctx'): string {
  return join(inject('builtPrograms'), program);
}

/** The built program as it is before its first call. */
export function copyProgram(to: string, program: ProgramName = 'ctx'): void {
  const compiled = join(builtFolder(program), 'compiled');
  cpSync(builtFolder(program), to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => path !== compiled,
  });
}

export function runBuilt(
  program: ProgramName,
  argv: readonly string[],
  surroundings: Surroundings = {},
): Promise<Answer> {
  return runNode([join(builtFolder(program), `${program}.cjs`), ...argv], surroundings);
}

/** Runs Node with the words given; stdin is at its end. */
export function runNode(words: readonly string[], { cwd, env }: Surroundings = {}): Promise<Answer> {
  return runFile(process.execPath, words, { cwd: cwd ?? temporaryFolder(), env: { ...env } });
}

export function runFile(
  file: string,
  words: readonly string[],
  { cwd, env }: Surroundings = {},
): Promise<Answer> {
  const home = env?.['HOME'] ?? temporaryFolder();
  return new Promise((resolve) => {
    const child = execFile(
      file,
      words,
      { cwd, env: cleanEnvironment(home, env), maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ exitCode: error === null ? 0 : (error.code ?? error.signal ?? null), stdout, stderr });
      },
    );
    child.stdin?.end();
  });
}

export function cleanEnvironment(
  home: string,
  env: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', HOME: home, ...env };
}
