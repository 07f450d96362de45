// SSH keys for tests, made and used by OpenSSH's own programs.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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

/** Which of these messages `ssh-keygen -Y verify` takes the signature for: one shell asks for all of them. */
export function sshVerifiesEach(messages: readonly Buffer[], signature: string, signers: string): number[] {
  return taken(messages, signers, `-s '${signature}' < "$file"`);
}

/** Which of these signatures it takes for the message. */
export function sshSignaturesTaken(
  message: Buffer,
  signatures: readonly Buffer[],
  signers: string,
): Buffer[] {
  const file = join(temporaryFolder(), 'message');
  writeFileSync(file, message);
  return taken(signatures, signers, `-s "$file" < '${file}'`).map((at) => signatures[at] ?? Buffer.alloc(0));
}

function taken(files: readonly Buffer[], signers: string, words: string): number[] {
  const folder = temporaryFolder();
  for (const [at, bytes] of files.entries()) writeFileSync(join(folder, String(at)), bytes);
  const script = `for file in *; do ssh-keygen -Y verify -f '${signers}' -I alice@example.com -n ctx-session ${words} > /dev/null 2>&1 && echo "$file"; done; exit 0`;
  const out = execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  return out
    .trim()
    .split('\n')
    .filter((name) => name !== '')
    .map(Number)
    .sort((a, b) => a - b);
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
