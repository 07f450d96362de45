import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { ctxTable, logOf, logWith, runCtxctl, signal, testRepository } from '../../../test/repository.js';

const log = logWith(signal('tools', 'Release bot'), signal('tools', 'b'), signal('summary', 'b'));

const resolve = async (folder: string, ...flags: string[]) =>
  envelopeOf(await runCtxctl(['demand', 'resolve', ...flags, '--output-format', 'json'], folder));

it('resolves the signals of a surface, and they count no longer', async () => {
  const folder = testRepository(log);
  const { data } = await resolve(
    folder,
    ...['--surface', 'tools', '--outcome', 'declined', '--note', 'tool-pool\nhas it'],
  );
  expect(data).toMatchObject({ resolved: [{ source: 'Release bot' }, { source: 'b' }], ticked: [] });
  expect(logOf(folder).match(/^- Resolved: 2026-11-15 declined: tool-pool has it$/gm)).toHaveLength(2);
  const audit = envelopeOf(await runCtxctl(['demand', 'audit', '--output-format', 'json'], folder));
  expect(audit.data).toMatchObject({ signals: 1, may_move: [] });
  const { stdout } = await runCtxctl(['demand', 'list', '--surface', 'tools'], folder);
  expect(stdout).toContain('automate it  declined\n');
});

it('resolves the one signal of a source, however its name is spelled', async () => {
  const folder = testRepository(log);
  const flags = ['--surface', 'tools', '--source', 'release  BOT', '--outcome', 'withdrawn'];
  expect((await resolve(folder, ...flags)).data).toMatchObject({ resolved: [{ source: 'Release bot' }] });
  expect((await resolve(folder, ...flags)).error).toMatchObject({
    kind: 'item_not_found',
    code: 'demand_signal_unknown',
  });
});

it('resolves those of every surface that was promoted, and ticks their boxes', async () => {
  const promotion = '## Promotions\n\n- [ ] Promote `tools` to JSON: 2 signals (Release bot, b)\n';
  const folder = testRepository(log, { 'ROADMAP.md': promotion });
  expect((await resolve(folder, '--promoted')).data).toMatchObject({ resolved: [] });
  const table = ctxTable();
  const commands = table.commands.map((entry) =>
    entry.name === 'tools' ? { ...entry, surface: 'clawable', schema: 'schemas/tools.json' } : entry,
  );
  writeFileSync(join(folder, 'schemas/commands.json'), JSON.stringify({ ...table, commands }));
  const before = envelopeOf(await runCtxctl(['demand', 'audit', '--output-format', 'json'], folder));
  expect(before.data).toMatchObject({ promoted_open: ['tools'] });
  const { stdout } = await runCtxctl(['demand', 'resolve', '--promoted'], folder);
  expect(stdout).toBe(
    'Resolved 2 signals in governance/opt-out-demand-log.md.\nTicked off on ROADMAP.md: tools.\n',
  );
  expect(readFileSync(join(folder, 'ROADMAP.md'), 'utf8')).toBe(promotion.replace('[ ]', '[x]'));
  const after = envelopeOf(await runCtxctl(['demand', 'audit', '--output-format', 'json'], folder));
  expect(after.data).toMatchObject({ promoted_open: [], signals: 1 });
});

it('takes a surface off the roadmap once fewer than two signals for it are left, and no other', async () => {
  const kept = '- [ ] Promote `summary` to JSON: 2 signals (b, c)\n';
  const roadmap = (box: string) => `## Promotions\r\n\n${box}${kept}\n## Later\n`;
  const box = '- [ ] Promote `tools` to JSON: 3 signals (Release bot, b, c)\n';
  const folder = testRepository(logWith(...['Release bot', 'b', 'c'].map((name) => signal('tools', name))), {
    'ROADMAP.md': roadmap(box),
  });
  const withdraw = (source: string) =>
    resolve(folder, '--surface', 'tools', '--source', source, '--outcome', 'withdrawn');
  expect((await withdraw('c')).data).toMatchObject({ taken_off: [] });
  expect(readFileSync(join(folder, 'ROADMAP.md'), 'utf8')).toBe(roadmap(box));
  expect((await withdraw('b')).data).toMatchObject({ taken_off: ['tools'] });
  expect(readFileSync(join(folder, 'ROADMAP.md'), 'utf8')).toBe(roadmap(''));
});

it.each<[string, string[], string]>([
  ['no surface', ['--outcome', 'declined'], 'flag_missing'],
  ['no outcome', ['--surface', 'tools'], 'flag_missing'],
  ['an unknown surface', ['--surface', 'tols', '--outcome', 'declined'], 'demand_surface_unknown'],
  ['another outcome', ['--surface', 'tools', '--outcome', 'done'], 'flag_value_invalid'],
  ['a promotion that never was', ['--surface', 'tools', '--outcome', 'promoted'], 'demand_not_promoted'],
  ['a surface beside --promoted', ['--promoted', '--surface', 'tools'], 'flags_contradict'],
  ['a bad day', ['--surface', 'tools', '--outcome', 'declined', '--date', 'now'], 'demand_date_invalid'],
  [
    'a day to come',
    ['--surface', 'tools', '--outcome', 'declined', '--date', '2027-01-01'],
    'demand_date_future',
  ],
])('refuses %s and changes nothing', async (_, flags, code) => {
  const folder = testRepository(log);
  expect((await resolve(folder, ...flags)).error).toMatchObject({ code });
  expect(logOf(folder)).toBe(log);
});
