// Scripts that nobody read can harm nothing but the folder that they are given.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runConfined } from './confined-bash.js';
import { temporaryFolder } from './folder.js';

it('a script writes to the folders that it is given, and to no other, not even through a link', () => {
  const [own, other] = [temporaryFolder(), temporaryFolder({ file: 'as it was' })];
  const script = `echo x > made; ln -s '${other}/file' link; echo evil > link; echo evil 2>&1 > '${other}/new'; rm -f '${other}/file'`;
  runConfined(script, { cwd: own, env: { PATH: '/usr/bin:/bin' }, writable: [own], timeoutMs: 60_000 });
  expect(readFileSync(join(own, 'made'), 'utf8')).toBe('x\n');
  expect(readFileSync(join(other, 'file'), 'utf8')).toBe('as it was');
  expect(existsSync(join(other, 'new'))).toBe(false);
});
