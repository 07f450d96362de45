// An exception that nobody expected: its stack goes into a file, its path to the user, nothing of it to stdout.

import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../protocol/codes.js';
import type { Failure } from '../protocol/failure.js';

export function crashed(
  error: unknown,
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Failure {
  const crashFile = writeStack(error, command, env);
  return fail('internal_error', { operation: 'run', target: command, cause: error, crashFile });
}

function writeStack(error: unknown, command: string, env: Readonly<Record<string, string | undefined>>) {
  const state = env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state');
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = `ctx ${command}\nnode ${process.version} ${process.platform} ${process.arch}\n\n${stack}\n`;
  const name = `crash-${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}.log`;
  for (const folder of [join(state, 'ctx', 'crashes'), tmpdir()]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      return join(folder, name);
    } catch {
      // The next place may do.
    }
  }
  return undefined;
}
