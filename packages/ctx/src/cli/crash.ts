// An exception that nobody expected: its stack goes into a file, its path to the user, nothing of it to stdout.

import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { makeFolders } from '../disk/folders.js';
import type { Environment } from '../disk/user-folder.js';
import { userFolder } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';
import type { Failure } from '../protocol/failure.js';

export function crashed(
  error: unknown,
  { program, command }: { readonly program: string; readonly command: string },
  env: Environment,
): Failure {
  const crashFile = writeStack(error, `${program} ${command}`, env);
  return fail('internal_error', { operation: 'run', target: command, cause: error, crashFile });
}

function writeStack(error: unknown, line: string, env: Environment) {
  const text = `${line}\nnode ${process.version} ${process.platform} ${process.arch}\n\n${shown(error)}\n`;
  const name = `crash-${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}.log`;
  const own = userFolder('state', env);
  for (const folder of [...(own === undefined ? [] : [join(own, 'crashes')]), tmpdir()]) {
    try {
      makeFolders(folder, 0o700);
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      return join(folder, name);
    } catch {
      // The next place may do.
    }
  }
  return undefined;
}

/** The stack with its causes; anything can be thrown, also what cannot be made a string. */
function shown(error: unknown): string {
  try {
    return inspect(error);
  } catch {
    return `a ${typeof error} that cannot be shown`;
  }
}
