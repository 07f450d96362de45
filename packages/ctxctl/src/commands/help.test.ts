import { expect, it } from 'vitest';
import { runBuilt } from '../../../ctx/test/built.js';
import { envelopeOf } from '../../../ctx/test/envelope.js';
import { temporaryFolder } from '../../../ctx/test/folder.js';
import { runCtxctl } from '../../test/repository.js';

it('speaks of ctxctl, in the overview, on a page and in its examples', async () => {
  const cwd = temporaryFolder();
  expect((await runCtxctl(['help'], cwd)).stdout).toMatch(/^ctxctl \S+: .*\n\nUsage: ctxctl COMMAND/);
  expect((await runCtxctl(['demand', 'add', '--help'], cwd)).stdout).toContain(
    'Usage: ctxctl demand add --surface NAME',
  );
  const { data } = envelopeOf(await runCtxctl(['help', 'help', '--output-format', 'json'], cwd));
  expect(JSON.stringify(data)).not.toMatch(/"line":"ctx /);
});

it('is what ctxctl alone prints, as ctx alone does; where JSON is asked for, a missing command stays an error', async () => {
  const cwd = temporaryFolder();
  expect(await runBuilt('ctxctl', [], { cwd })).toEqual(await runBuilt('ctxctl', ['help'], { cwd }));
  expect((await runBuilt('ctxctl', [], { cwd })).exitCode).toBe(0);
  expect(envelopeOf(await runBuilt('ctxctl', ['--json'], { cwd })).error).toMatchObject({
    code: 'command_missing',
  });
});

it('needs one more word behind demand, and names the nearest', async () => {
  const cwd = temporaryFolder();
  expect((await runCtxctl(['demand'], cwd)).stderr).toContain(
    'Choose from: demand add, demand audit, demand list, demand resolve.',
  );
  expect((await runCtxctl(['demand', 'lsit'], cwd)).stderr).toContain('Did you mean `ctxctl demand list`?');
});
