// Starts the fixture program, or any other, as a process that a test can watch and signal while it runs.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { type Answer, cleanEnvironment, type Surroundings } from './built.js';
import { temporaryFolder } from './folder.js';

/** The fixture program, built like a real one. */
export function fixtureProgram(): string {
  return join(inject('builtPrograms'), 'fixture', 'program.cjs');
}

export interface Started {
  readonly child: ChildProcess;
  readonly answer: Promise<Answer>;
  stdout(): string;
  stderr(): string;
}

export interface Descriptors extends Surroundings {
  /** A descriptor in the place of the pipe that the test reads. */
  readonly stdout?: number;
}

export function startNode(words: readonly string[], { cwd, env, stdout }: Descriptors = {}): Started {
  const child = spawn(process.execPath, words, {
    cwd: cwd ?? temporaryFolder(),
    env: cleanEnvironment(env?.['HOME'] ?? temporaryFolder(), env),
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const seen = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    seen.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    seen.err += text;
  });
  const answer = new Promise<Answer>((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ exitCode: code ?? signal, stdout: seen.out, stderr: seen.err });
    });
  });
  return { child, answer, stdout: () => seen.out, stderr: () => seen.err };
}
