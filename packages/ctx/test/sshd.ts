// A real sshd on loopback, with a ctx behind it that has a home of its own.

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { builtFolder } from './built.js';
import { temporaryFolder } from './folder.js';
import { makeKey } from './ssh-keys.js';

export interface Sshd {
  readonly port: number;
  /** As `ssh-mode` is given it. */
  readonly host: string;
  /** A config for ssh that leads to it; `options` come first. */
  config(...options: string[]): string;
}

export async function sshd(): Promise<Sshd> {
  const folder = temporaryFolder();
  const [hostKey, userKey] = [makeKey(), makeKey()];
  const home = temporaryFolder();
  const bin = temporaryFolder({
    ctx: `#!/bin/sh\nexec '${process.execPath}' '${join(builtFolder(), 'ctx.cjs')}' "$@"\n`,
  });
  chmodSync(join(bin, 'ctx'), 0o755);
  const port = await freePort();
  const file = (name: string, lines: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  const serverConfig = file('sshd_config', [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey.file}`,
    `AuthorizedKeysFile ${file('authorized_keys', [userKey.line])}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'UsePAM no',
    'StrictModes no',
    'PermitRootLogin yes',
    'PidFile none',
    `SetEnv HOME=${home} PATH=${bin}:/usr/local/bin:/usr/bin:/bin CTX_MODEL=script:s.yaml`,
  ]);
  // Where sshd, started by the system, has it.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', serverConfig], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Server listening')) resolve();
    });
    child.once('exit', () => reject(new Error(said)));
  });
  const known = file('known_hosts', [`[127.0.0.1]:${port} ${hostKey.line}`]);
  let configs = 0;
  return {
    port,
    host: `${userInfo().username}@127.0.0.1`,
    config(...options) {
      configs += 1;
      return file(`config${configs}`, [
        ...options,
        `Port ${port}`,
        `IdentityFile ${userKey.file}`,
        'IdentitiesOnly yes',
        'IdentityAgent none',
        `UserKnownHostsFile ${known}`,
        'GlobalKnownHostsFile /dev/null',
      ]);
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}
