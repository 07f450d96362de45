// SSH keys for tests, made and used by OpenSSH's own programs.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './folder.js';

export interface MadeKey {
  readonly file: string;
  /** Its line in a `.pub` file. */
  readonly line: string;
}

export function makeKey(type: string = 'ed25519', words: readonly string[] = [], passphrase = ''): MadeKey {
  const file = join(temporaryFolder(), `id_${type}`);
  execFileSync('ssh-keygen', ['-q', '-t', type, ...words, '-N', passphrase, '-C', 'test', '-f', file]);
  return { file, line: readFileSync(`${file}.pub`, 'utf8').trim() };
}

/** The list that git and OpenSSH keep, with one signer. */
export function signersFile(key: MadeKey, options = '', name = 'alice@example.com'): string {
  const [type, encoded] = key.line.split(' ');
  const folder = temporaryFolder({ allowed_signers: `${name} ${options} ${type} ${encoded}\n` });
  return join(folder, 'allowed_signers');
}

/** What `ssh-keygen -Y verify` says of a file and its signature. */
export function sshVerifies(
  file: string | Buffer,
  signature: string,
  signers: string,
  namespace = 'ctx-session',
): boolean {
  const input = typeof file === 'string' ? readFileSync(file) : file;
  const words = ['-Y', 'verify', '-f', signers, '-I', 'alice@example.com', '-n', namespace, '-s', signature];
  return spawnSync('ssh-keygen', words, { input }).status === 0;
}

/** An agent of the test's own, with these keys; its socket. */
export async function startAgent(...keys: readonly MadeKey[]): Promise<string> {
  const socket = join(temporaryFolder(), 'agent');
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void agent.kill());
  // It says where it listens once it does.
  await new Promise((resolve) => agent.stdout.once('data', resolve));
  for (const { file } of keys)
    execFileSync('ssh-add', ['-q', file], {
      env: { ...process.env, SSH_AUTH_SOCK: socket },
      stdio: 'ignore',
    });
  return socket;
}
