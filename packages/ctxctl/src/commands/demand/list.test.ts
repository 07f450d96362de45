import { expect, it } from 'vitest';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { logWith, runCtxctl, signal, testRepository } from '../../../test/repository.js';

const json = ['--output-format', 'json'];
const log = logWith(signal('tools', 'a \u001b[31mbot'), signal('summary', 'b'));

it('lists the signals, all of them or those of one surface', async () => {
  const folder = testRepository(log);
  expect(envelopeOf(await runCtxctl(['demand', 'list', ...json], folder)).data).toEqual({
    path: 'governance/opt-out-demand-log.md',
    signals: [signal('tools', 'a \u001b[31mbot'), signal('summary', 'b')],
  });
  const one = await runCtxctl(['demand', 'list', '--surface', 'summary', ...json], folder);
  expect(envelopeOf(one).data).toMatchObject({ signals: [signal('summary', 'b')] });
});

it('shows them in columns that cannot steer a terminal', async () => {
  expect((await runCtxctl(['demand', 'list'], testRepository(log))).stdout).toBe(
    '2026-11-15  tools    a ␛[31mbot  automate it\n2026-11-15  summary  b           automate it\n',
  );
  expect((await runCtxctl(['demand', 'list'], testRepository())).stdout).toBe('No signal is on record.\n');
});

it('refuses a surface that does not exist instead of listing nothing', async () => {
  const answer = await runCtxctl(['demand', 'list', '--surface', 'sumary', ...json], testRepository(log));
  expect(envelopeOf(answer).error).toMatchObject({
    code: 'demand_surface_unknown',
    hint: 'Did you mean `summary`?',
  });
});

it('names the line that it cannot read', async () => {
  const answer = await runCtxctl(['demand', 'list', ...json], testRepository(`${log}- Mood: good\n`));
  expect(envelopeOf(answer).error).toMatchObject({
    kind: 'parse',
    code: 'demand_log_malformed',
    message: expect.stringMatching(/^governance\/opt-out-demand-log\.md, line 22: /),
  });
});
