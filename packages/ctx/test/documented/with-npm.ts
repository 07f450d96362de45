// What pages need that call npm: a registry on loopback, and settings of npm that know no other.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, writeFiles } from '../folder.js';
import { npmRegistry } from '../npm-registry.js';
import { pack } from '../packed.js';
import type { Place } from './place.js';

/** ctx, as npm would hand it out. */
export async function ctxOnNpm(place: Place): Promise<void> {
  await settle(place, [pack('ctx', temporaryFolder()).tarball]);
}

/** The package of docs/clean-host-contract.md with its contract, a key to sign with, and one that somebody else published. */
export async function packageToTest(place: Place, contract: string): Promise<void> {
  const { cwd, home, env } = place;
  // For the line that keeps its files, to look at.
  env['TMPDIR'] = temporaryFolder();
  const cowsay = temporaryFolder({
    'package.json': JSON.stringify({ name: 'cowsay', version: '1.6.0', bin: { cowsay: 'cowsay.js' } }),
    'cowsay.js': "#!/usr/bin/env node\nconsole.log('moo');\n",
  });
  execFileSync('npm', ['pack', '--ignore-scripts'], { cwd: cowsay, stdio: 'ignore' });
  await settle(place, [join(cowsay, 'cowsay-1.6.0.tgz')]);
  writeFiles(cwd, {
    'clean-host.yaml': contract,
    'package.json': JSON.stringify({ name: 'my-tool', version: '1.2.0', bin: 'my-tool.js', files: ['*.js'] }),
    'README.md': '# my-tool\n',
    LICENSE: 'Do as you like.\n',
    'my-tool.js': myTool,
  });
  const key = join(home, '.ssh/id_ed25519');
  mkdirSync(join(home, '.ssh'), { mode: 0o700 });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  writeFiles(cwd, { allowed_signers: `me@example.com ${readFileSync(`${key}.pub`, 'utf8')}` });
}

const myTool = `#!/usr/bin/env node
const [word] = process.argv.slice(2);
if (word === '--version') console.log(require('./package.json').version);
else if (word === 'upper') process.stdout.write(require('fs').readFileSync(0, 'utf8').toUpperCase());
else {
  console.error('unknown command');
  process.exitCode = 2;
}
`;

async function settle({ home, env }: Place, tarballs: readonly string[]): Promise<void> {
  const settings = {
    registry: await npmRegistry(tarballs),
    prefix: join(home, '.npm-global'),
    'update-notifier': false,
    audit: false,
    fund: false,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFiles(home, { '.npmrc': lines.join('') });
  env['PATH'] = `${env['PATH'] ?? ''}:${settings.prefix}/bin`;
}
