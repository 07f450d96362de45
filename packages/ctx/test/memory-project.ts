// A project with a memory and a user with an empty home, for one test: commands in this process or as real ones.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Clock } from '../src/time/clock.js';
import { type Answer, builtFolder, cleanEnvironment } from './built.js';
import type { ReadEnvelope } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';

export interface MemoryProject {
  readonly root: string;
  readonly home: string;
  readonly env: Record<string, string>;
  /** Moves on by a second with each call. */
  readonly clock: Clock & { advance(milliseconds: number): void };
  path(...parts: string[]): string;
  read(...parts: string[]): string;
  write(path: string, content: string | Uint8Array): void;
  /** Text mode, in this process. */
  text(...argv: string[]): Promise<Answer>;
  /** The data of a call that must succeed. */
  data(...argv: string[]): Promise<Readonly<Record<string, unknown>>>;
  /** The error of a call that must fail with exit code 1. */
  error(...argv: string[]): Promise<NonNullable<ReadEnvelope['error']>>;
  /** The built program as a process, with what it gets on stdin. */
  process(argv: readonly string[], stdin?: string | Uint8Array): Promise<Answer>;
}

export async function memoryProject(
  options: { readonly init?: boolean; readonly name?: string } = {},
): Promise<MemoryProject> {
  const top = temporaryFolder();
  const home = join(top, 'home');
  const root = join(home, options.name ?? 'project');
  mkdirSync(root, { recursive: true });
  const env: Record<string, string> = { HOME: home };
  let now = Date.UTC(2026, 10, 15, 20);
  const clock = {
    deterministic: true,
    now: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const run = async (argv: readonly string[]) => {
    clock.advance(1000);
    return runCtx(argv, { cwd: root, env, clock });
  };
  const envelope = async (argv: readonly string[]): Promise<ReadEnvelope> => {
    const { stdout, stderr, exitCode } = await run([...argv, '--output-format', 'json']);
    expect(stderr).toBe('');
    const made: ReadEnvelope = JSON.parse(stdout);
    expect(made.exit_code).toBe(exitCode);
    return made;
  };
  const project: MemoryProject = {
    root,
    home,
    env,
    clock,
    path: (...parts) => join(root, '.context', ...parts),
    read: (...parts) => readFileSync(join(root, '.context', ...parts), 'utf8'),
    write: (path, content) => writeFileSync(join(root, '.context', path), content),
    text: (...argv) => run(argv),
    data: async (...argv) => {
      const made = await envelope(argv);
      expect(made.error).toBeUndefined();
      return made.data ?? {};
    },
    error: async (...argv) => {
      const made = await envelope(argv);
      expect(made.exit_code).toBe(1);
      return made.error ?? { code: 'no error', message: '' };
    },
    process: (argv, stdin) => runWithInput(argv, root, { ...env }, stdin),
  };
  if (options.init !== false) await project.data('init');
  return project;
}

export function spawnBuilt(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const program = join(builtFolder(), 'ctx.cjs');
  return spawn(process.execPath, [program, ...argv], { cwd, env: cleanEnvironment(env['HOME'] ?? cwd, env) });
}

function runWithInput(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  stdin: string | Uint8Array = '',
): Promise<Answer> {
  const child = spawnBuilt(argv, cwd, env);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  // A program that refuses its input may end before it has read it.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr })));
}
