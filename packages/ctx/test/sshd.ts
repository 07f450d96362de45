// A real sshd on loopback, with a ctx behind it that has a home of its own.

import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { builtFolder } from './built.js';
import { temporaryFolder } from './folder.js';
import { freePort } from './ports.js';
import { makeKey } from './ssh-keys.js';

export interface Sshd {
  readonly port: number;
  /** As `ssh-mode` is given it. */
  readonly host: string;
  /** Of whoever comes in. */
  readonly home: string;
  /** A config for ssh that leads to it; `options` come first. */
  config(...options: string[]): string;
}

interface Place {
  /** The words that stand before a command of the machine that it is on. */
  readonly inside: readonly string[];
  readonly address: string;
}

const thisMachine: Place = { inside: [], address: '127.0.0.1' };

/** sshd wants a folder that root owns, and to read that root is not locked out. Root of a user namespace has neither of the machine. */
const ownPlaces = `
mount -t tmpfs ctx-test /run && mkdir -m 755 /run/sshd || exit
if [ ! -r /etc/shadow ]; then echo 'root:*:1::::::' > /run/shadow && mount --bind /run/shadow /etc/shadow || exit; fi
exec "$@"`;
const withOwnPlaces = ['unshare', '--mount', 'sh', '-c', ownPlaces, 'sh'];

export async function sshd({ inside, address }: Place = thisMachine): Promise<Sshd> {
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
    `ListenAddress ${address}`,
    `HostKey ${hostKey.file}`,
    `AuthorizedKeysFile ${file('authorized_keys', [userKey.line])}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'UsePAM no',
    'StrictModes no',
    'PermitRootLogin yes',
    'PidFile none',
    // Who comes in begins in the home that it is given, and not in that of the user who runs the tests.
    'ForceCommand cd "$HOME" && eval "$SSH_ORIGINAL_COMMAND"',
    `SetEnv HOME=${home} PATH=${bin}:/usr/local/bin:/usr/bin:/bin CTX_MODEL=script:s.yaml`,
  ]);
  const places = process.getuid?.() === 0 ? withOwnPlaces : [];
  const [program = '', ...words] = [...inside, ...places, '/usr/sbin/sshd', '-D', '-e', '-f', serverConfig];
  const child = spawn(program, words, {
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
  const known = file('known_hosts', [`[${address}]:${port} ${hostKey.line}`]);
  let configs = 0;
  return {
    port,
    host: `${userInfo().username}@${address}`,
    home,
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
