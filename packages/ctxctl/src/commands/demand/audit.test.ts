import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../../ctx/test/built.js';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { logWith, runCtxctl, signal, testRepository } from '../../../test/repository.js';

const json = ['--output-format', 'json'];
const schema = join(repository, 'schemas/ctxctl/demand-audit.json');

it('closes the matter where no signal is on record', async () => {
  const folder = testRepository();
  const { data } = envelopeOf(await runCtxctl(['demand', 'audit', ...json], folder), schema);
  expect(data).toMatchObject({ overall: 'close', signals: 0, may_move: [] });
  expect((await runCtxctl(['demand', 'audit'], folder)).stdout).toMatch(
    /\ntools +0 +stays where it is\n\nNo signal at all: close the matter/,
  );
});

it('opens a discussion for one signal where a stable schema is committed', async () => {
  const folder = testRepository(logWith(signal('tools', 'a')), { 'governance/schemas/tools.json': '{}' });
  const { data } = envelopeOf(await runCtxctl(['demand', 'audit', ...json], folder), schema);
  expect(data).toMatchObject({ overall: 'surface-by-surface', signals: 1, may_move: [] });
  expect(JSON.stringify(data)).toContain(
    '"surface":"tools","signals":1,"stable_schema":true,"verdict":"discuss"',
  );
});

it('names the surfaces that may move', async () => {
  const folder = testRepository(logWith(signal('tools', 'a'), signal('tools', 'b'), signal('summary', 'a')));
  const { data } = envelopeOf(await runCtxctl(['demand', 'audit', ...json], folder), schema);
  expect(data).toMatchObject({ overall: 'reopen', signals: 3, may_move: ['tools'] });
  const { stdout } = await runCtxctl(['demand', 'audit'], folder);
  expect(stdout).toMatch(/\ntools +2 +may move: two or more independent signals\n/);
  expect(stdout).toContain('Three signals or more: reopen the classification.');
});
