import { readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../ctx/src/kit/failures.js';
import { writeFiles } from '../../../ctx/test/folder.js';
import {
  ctxTable,
  emptyLog,
  logOf,
  logPath,
  logWith,
  signal,
  testRepository,
} from '../../test/repository.js';
import type { Signal } from './demand-log.js';
import { recordSignal } from './record-signal.js';

const now = Date.UTC(2026, 10, 15, 20);

async function refusal(folder: string, given: Signal) {
  const before = logOf(folder);
  try {
    await recordSignal(folder, ctxTable(), given, now);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(logOf(folder)).toBe(before);
    return { code: error.code, kind: error.row.kind, ...error.where };
  }
  throw new Error('it was recorded');
}

describe('a signal', () => {
  it('is on record, as one line a field', async () => {
    const folder = testRepository();
    const given = { ...signal('tools', 'release bot'), why: ' columns\nmove ' };
    const { signal: recorded, ofSurface } = await recordSignal(folder, ctxTable(), given, now);
    expect(recorded).toEqual(signal('tools', 'release bot'));
    expect(ofSurface).toEqual([recorded]);
    expect(logOf(folder)).toBe(logWith(recorded));
  });

  it.each([['source'], ['surface'], ['use_case'], ['why'], ['date']])(
    'with an empty %s is refused',
    async (field) => {
      const found = await refusal(testRepository(), { ...signal('tools', 'a'), [field]: ' \n ' });
      expect(found).toMatchObject({ code: 'demand_field_empty', target: `--${field.replace('_', '-')}` });
    },
  );

  it.each(['tols', 'sysinfo', 'nonsense'])(
    'for %s, which is no opted-out surface, is refused',
    async (surface) => {
      const found = await refusal(testRepository(), signal(surface, 'a'));
      expect(found).toMatchObject({ code: 'demand_surface_unknown', kind: 'usage', target: surface });
      expect(found).toMatchObject({ nearest: surface === 'tols' ? 'tools' : undefined });
    },
  );

  it('for a surface whose command comes later is recorded', async () => {
    const { ofSurface } = await recordSignal(testRepository(), ctxTable(), signal('ssh-mode', 'a'), now);
    expect(ofSurface).toHaveLength(1);
  });

  it.each(['yesterday', '2026-02-30'])('of %s is refused', async (date) => {
    const found = await refusal(testRepository(), { ...signal('tools', 'a'), date });
    expect(found).toMatchObject({ code: 'demand_date_invalid', value: date });
  });

  it('of a day that is still to come is refused', async () => {
    const found = await refusal(testRepository(), { ...signal('tools', 'a'), date: '2026-11-17' });
    expect(found).toMatchObject({ code: 'demand_date_future', value: '2026-11-17' });
  });

  it.each(['release bot', 'Release Bot', ' release\tbot '])(
    'of a source that is on record for the surface is refused: %j',
    async (source) => {
      const found = await refusal(
        testRepository(logWith(signal('tools', 'release bot'))),
        signal('tools', source),
      );
      expect(found).toMatchObject({ code: 'demand_source_repeated', surface: 'tools' });
    },
  );

  it('of the same source for another surface is recorded', async () => {
    const folder = testRepository(logWith(signal('tools', 'release bot')));
    const { ofSurface } = await recordSignal(folder, ctxTable(), signal('summary', 'release bot'), now);
    expect(ofSurface).toHaveLength(1);
  });
});

describe('the log', () => {
  it('that is malformed stays as it is, and the line is named', async () => {
    const found = await refusal(testRepository(`${emptyLog}\n### x\n\n- Mood: good\n`), signal('tools', 'a'));
    expect(found).toMatchObject({ code: 'demand_log_malformed', kind: 'parse', line: 9, target: logPath });
  });

  it('that is not there is named', async () => {
    const folder = testRepository();
    rmSync(join(folder, logPath));
    await expect(recordSignal(folder, ctxTable(), signal('tools', 'a'), now)).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });

  it('keeps every one of twenty signals that come at once', async () => {
    const folder = testRepository();
    const names = Array.from({ length: 20 }, (_, i) => `source ${i}`);
    await Promise.all(names.map((name) => recordSignal(folder, ctxTable(), signal('tools', name), now)));
    expect([...logOf(folder).matchAll(/^- Source: (.*)$/gm)].map(([, name]) => name).sort()).toEqual(
      names.sort(),
    );
  });

  it('that another machine holds is reported as busy, and the call may be repeated', async () => {
    const folder = testRepository();
    const owner = { pid: 4711, start: null, host: `not-${hostname()}`, nonce: 'x' };
    writeFiles(folder, { [`${logPath}.lock`]: JSON.stringify(owner) });
    await expect(recordSignal(folder, ctxTable(), signal('tools', 'a'), now, 20)).rejects.toMatchObject({
      code: 'demand_log_busy',
      row: { retryable: true },
      where: { pid: 4711 },
    });
  });
});

describe('the second independent signal', () => {
  const roadmap = '# Roadmap\n\n## Promotions\n\nWords.\n\n## Later\n\n- more\n';
  const line = '- [ ] Promote `tools` to JSON: 2 signals (a, b)';
  const second = (folder: string, source = 'b') =>
    recordSignal(folder, ctxTable(), signal('tools', source), now);

  it('puts the promotion on ROADMAP.md, once, and leaves the rest as it was', async () => {
    const folder = testRepository(logWith(signal('tools', 'a')), { 'ROADMAP.md': roadmap });
    const read = () => readFileSync(join(folder, 'ROADMAP.md'), 'utf8');
    expect((await second(folder)).promotion).toEqual({ surface: 'tools', line, on_roadmap: true });
    expect(read()).toBe(roadmap.replace('Words.\n', `Words.\n${line}\n`));
    expect((await second(folder, 'c')).promotion).toEqual({ surface: 'tools', line, on_roadmap: true });
    expect(read()).toBe(roadmap.replace('Words.\n', `Words.\n${line}\n`));
  });

  it.each<[string, Record<string, string>]>([
    ['there is no ROADMAP.md', {}],
    ['it has no heading for promotions', { 'ROADMAP.md': '# Roadmap\n' }],
  ])('names the line to add where %s', async (_, files) => {
    const folder = testRepository(logWith(signal('tools', 'a')), files);
    expect((await second(folder)).promotion).toEqual({ surface: 'tools', line, on_roadmap: false });
  });

  it('changes nothing where the roadmap cannot be read', async () => {
    const log = logWith(signal('tools', 'a'));
    const folder = testRepository(log, { 'ROADMAP.md': '## Promotions\n\n```\n' });
    await expect(second(folder)).rejects.toMatchObject({ code: 'roadmap_malformed' });
    expect(logOf(folder)).toBe(log);
  });

  it('does not count one that was resolved', async () => {
    const folder = testRepository(`${logWith(signal('tools', 'a'))}- Resolved: 2026-11-15 declined\n`);
    expect(await second(folder)).not.toHaveProperty('promotion');
    expect((await second(folder, 'a')).ofSurface).toHaveLength(2);
  });
});
