import { expect, it } from 'vitest';
import { runBuilt } from '../../../../ctx/test/built.js';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { logOf, logWith, runCtxctl, signal, testRepository } from '../../../test/repository.js';

const json = ['--output-format', 'json'];

function add(surface: string, source: string): string[] {
  return [
    'demand',
    'add',
    '--surface',
    surface,
    '--source',
    source,
    '--use-case',
    'automate it',
    '--why',
    'columns move',
  ];
}

it('records a signal of today and says how many the surface has', async () => {
  const folder = testRepository(logWith(signal('tools', 'a'), signal('summary', 'b')));
  const answer = envelopeOf(await runCtxctl([...add('tools', 'c'), ...json], folder));
  expect(answer.data).toEqual({
    path: 'governance/opt-out-demand-log.md',
    signal: signal('tools', 'c'),
    signals_for_surface: 2,
    promotion: {
      surface: 'tools',
      line: '- [ ] Promote `tools` to JSON: 2 signals (a, c)',
      on_roadmap: false,
    },
  });
  expect(logOf(folder)).toContain('- Source: c\n');
});

it('says in text where it is and how many there are', async () => {
  const folder = testRepository();
  expect((await runCtxctl(add('tools', 'a'), folder)).stdout).toBe(
    'Recorded in governance/opt-out-demand-log.md: tools now has 1 signal.\n',
  );
  expect((await runCtxctl([...add('tools', 'b'), '--date', '2025-01-31'], folder)).stdout).toContain(
    '2 signals',
  );
  expect(logOf(folder)).toContain('- Date: 2025-01-31\n');
});

it.each([
  ['an unknown surface', [...add('tols', 'a')], 'demand_surface_unknown'],
  ['an empty field', [...add('tools', ' ')], 'demand_field_empty'],
  ['a bad date', [...add('tools', 'a'), '--date', '31.1.2025'], 'demand_date_invalid'],
  ['a date to come', [...add('tools', 'b'), '--date', '2027-01-31'], 'demand_date_future'],
  ['the same source twice', add('tools', 'A'), 'demand_source_repeated'],
  ['a missing flag', add('tools', 'a').slice(0, -2), 'flag_missing'],
])('refuses %s and changes nothing', async (_, argv, code) => {
  const folder = testRepository(logWith(signal('tools', 'a')));
  expect(envelopeOf(await runCtxctl([...argv, ...json], folder)).error).toMatchObject({ code });
  expect(logOf(folder)).toBe(logWith(signal('tools', 'a')));
});

it('works inside a repository only', async () => {
  const answer = envelopeOf(await runCtxctl([...add('tools', 'a'), ...json], temporaryFolder()));
  expect(answer.error).toMatchObject({ kind: 'usage', code: 'repository_not_found' });
});

it('keeps all of twenty processes’ signals', async () => {
  const cwd = testRepository();
  const names = Array.from({ length: 20 }, (_, i) => `source ${i}`);
  const answers = await Promise.all(
    names.map((name) => runBuilt('ctxctl', [...add('tools', name), ...json], { cwd })),
  );
  for (const answer of answers) envelopeOf(answer);
  expect([...logOf(cwd).matchAll(/^- Source: (.*)$/gm)].map(([, name]) => name).sort()).toEqual(names.sort());
});
