import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { rootPlace } from './as-root.js';

it('lets tests mount a disk and give files to other users, whoever starts them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [program = '', ...words] = [...rootPlace().before, 'unshare', '--mount', 'sh', '-ec'];
  const script = 'mount -t tmpfs ctx-test "$0"; touch "$0/a"; chown 65534 "$0/a"; stat -c "%u" "$0/a"; id -u';
  expect(execFileSync(program, [...words, script, folder], { encoding: 'utf8' })).toBe('65534\n0\n');
});

it('asks for no namespace where nobody needs or has one', () => {
  expect(rootPlace(0)).toEqual({ before: [] });
  expect(rootPlace(1000, 'darwin')).toEqual({ before: [] });
});

it('says why and waits for nothing where the kernel forbids namespaces', () => {
  const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
  const [program = '', ...words] = [
    ...rootPlace().before,
    'unshare',
    '--user',
    '--map-root-user',
    'sh',
    '-c',
  ];
  const script = `import { rootPlace } from '${join(import.meta.dirname, 'as-root.ts')}'; console.log(rootPlace(1000).without);`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', script];
  const said = execFileSync(program, [...words, forbid, 'sh', ...node], { encoding: 'utf8' });
  expect(said).toBe('unshare: unshare failed: No space left on device\n');
});
