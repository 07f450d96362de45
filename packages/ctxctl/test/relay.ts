// The relay as a host starts it, and what it told.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { builtFolder, cleanEnvironment } from '../../ctx/test/built.js';
import { temporaryFolder } from '../../ctx/test/folder.js';

export interface Relayed {
  readonly exitCode: number | null;
  /** What the user sees. */
  readonly message: string;
  /** What the model gets. */
  readonly context: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built relay, as a host starts it. */
export function relay(
  root: string,
  stdin: string | Buffer = '{}',
  env: Record<string, string> = {},
  program = join(builtFolder('ctxctl'), 'relay.cjs'),
): Promise<Relayed> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: cleanEnvironment(temporaryFolder(), env),
  });
  const seen = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    seen.stderr += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return new Promise((resolve) => {
    child.on('close', (exitCode) => resolve({ exitCode, ...seen, ...toldBy(seen.stdout) }));
  });
}

export function toldBy(stdout: string): { message: string; context: string } {
  if (stdout === '') return { message: '', context: '' };
  const {
    systemMessage,
    hookSpecificOutput = { hookEventName: 'UserPromptSubmit' },
    ...rest
  } = JSON.parse(stdout);
  expect(rest).toEqual({});
  expect(hookSpecificOutput.hookEventName).toBe('UserPromptSubmit');
  return { message: systemMessage, context: hookSpecificOutput.additionalContext };
}
