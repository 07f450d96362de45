import { rmSync } from 'node:fs';
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

async function refusal(folder: string, given: Signal) {
  const before = logOf(folder);
  try {
    await recordSignal(folder, ctxTable(), given);
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
    const { signal: recorded, all } = await recordSignal(folder, ctxTable(), {
      ...signal('tools', 'release bot'),
      why: ' columns\nmove ',
    });
    expect(recorded).toEqual(signal('tools', 'release bot'));
    expect(all).toEqual([recorded]);
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
    const { all } = await recordSignal(testRepository(), ctxTable(), signal('ssh-mode', 'a'));
    expect(all).toHaveLength(1);
  });

  it.each(['yesterday', '2026-02-30'])('of %s is refused', async (date) => {
    const found = await refusal(testRepository(), { ...signal('tools', 'a'), date });
    expect(found).toMatchObject({ code: 'demand_date_invalid', value: date });
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
    const { all } = await recordSignal(folder, ctxTable(), signal('summary', 'release bot'));
    expect(all).toHaveLength(2);
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
    await expect(recordSignal(folder, ctxTable(), signal('tools', 'a'))).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });

  it('keeps every one of twenty signals that come at once', async () => {
    const folder = testRepository();
    const names = Array.from({ length: 20 }, (_, i) => `source ${i}`);
    await Promise.all(names.map((name) => recordSignal(folder, ctxTable(), signal('tools', name))));
    expect([...logOf(folder).matchAll(/^- Source: (.*)$/gm)].map(([, name]) => name).sort()).toEqual(
      names.sort(),
    );
  });

  it('that another machine holds is reported as busy, and the call may be repeated', async () => {
    const folder = testRepository();
    const owner = { pid: 4711, start: null, host: `not-${hostname()}`, nonce: 'x' };
    writeFiles(folder, { [`${logPath}.lock`]: JSON.stringify(owner) });
    await expect(recordSignal(folder, ctxTable(), signal('tools', 'a'), 20)).rejects.toMatchObject({
      code: 'demand_log_busy',
      row: { retryable: true },
      where: { pid: 4711 },
    });
  });
});
