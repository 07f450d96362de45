import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';

const listed = async (...flags: string[]) =>
  (await runCtx(['tools', ...flags], { cwd: temporaryFolder() })).stdout
    .split('\n')
    .map((line) => line.split(' ')[0]);

it('lists tools by what their names and descriptions say, never one that a rule takes out', async () => {
  expect(await listed('--query', 'shell')).toEqual(['bash', '']);
  expect(await listed('--query', 'shell', '--deny-tool', 'bash')).toEqual(['No', '']);
  expect(await listed('--simple-mode')).toEqual(['read', 'edit', 'bash', '']);
  expect(await listed('--limit', '1', '--deny-prefix', 'r')).toEqual(['write', '…', '']);
});
