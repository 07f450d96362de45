import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { runCtx } from '../../test/in-process.js';

it('lists every file that was installed with its size, and the total', async () => {
  const folder = builtFolder();
  // What other tests start keeps its compiled code there meanwhile.
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('compiled') && statSync(join(folder, name)).isFile(),
  );
  const { stdout } = await runCtx(['manifest']);
  const rows = [...stdout.matchAll(/^\| (\S+) \| (\d+) \|$/gm)].map(([, name, bytes]) => [
    name,
    Number(bytes),
  ]);
  expect(rows).toEqual(files.sort().map((name) => [name, statSync(join(folder, name)).size]));
  const total = rows.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  expect(stdout).toMatch(/^# Manifest of ctx \S+\n/);
  expect(stdout).toContain(`${files.length} files, ${total} bytes.`);
});
