// A key that needs a passphrase or a touch: `ssh-keygen` asks the person at the terminal for it, so that ctx never sees it.

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../disk/read.js';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import type { Environment } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';
import { ownNamespace } from './sshsig.js';

/** The whole signature, as `ssh-keygen` writes it. */
export function signedByPerson(key: string, message: Uint8Array, env: Environment): string {
  const folder = makeTemporaryFolder('sign');
  try {
    const file = join(folder, 'statement');
    writeFileSync(file, message, { mode: 0o600 });
    const { status, error } = spawnSync(
      'ssh-keygen',
      ['-q', '-Y', 'sign', '-f', key, '-n', ownNamespace, file],
      { stdio: ['inherit', 'ignore', 'inherit'], env },
    );
    if (error !== undefined || status !== 0)
      throw fail('signing_refused', { operation: 'sign', target: key });
    return readText(`${file}.sig`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
