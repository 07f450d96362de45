import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandEntry, readTable } from '../../../ctx/src/kit/command.js';
import { builtFolder, repository } from '../../../ctx/test/built.js';
import { ctxTable, emptyLog, logPath, signal } from '../../test/repository.js';
import { openSignals } from './demand-audit.js';
import { parseDemandLog } from './demand-log.js';
import { logRules } from './locked-log.js';
import { brokenRules } from './promotion.js';
import { unlistedSurfaces } from './surface-entries.js';
import { optedOutFromTheStart, optedOutSurfaces, promotedSurfaces, surfaceTest } from './surfaces.js';

const table = ctxTable();
const log = readFileSync(join(repository, logPath), 'utf8');
const signals = parseDemandLog(log, logRules(table, Date.now()));

/** The committed table with one command changed. */
function changed(name: string, change: Partial<CommandEntry>) {
  const commands = table.commands.map((entry) => (entry.name === name ? { ...entry, ...change } : entry));
  return { ...table, commands };
}

describe('the committed tables', () => {
  it('keep the rules', () => {
    expect(brokenRules(table, signals)).toEqual([]);
    expect(brokenRules(readTable(builtFolder('ctxctl')), signals)).toEqual([]);
  });

  it('leave no open signal of a surface that speaks JSON: `ctxctl demand resolve --promoted` resolves them', () => {
    const promoted = promotedSurfaces(table);
    expect(openSignals(signals).filter(({ surface }) => promoted.includes(surface))).toEqual([]);
  });

  it('have an entry in the demand log for each opted-out surface, in its group', () => {
    expect(unlistedSurfaces(log, optedOutSurfaces(table))).toEqual([]);
    expect(unlistedSurfaces(log.replace('- `tools`:', '- `tolls`:'), ['summary', 'tools'])).toEqual([
      'tools',
    ]);
    expect(unlistedSurfaces(emptyLog, ['summary', 'tools'])).toEqual(['summary', 'tools']);
  });

  it('list every opted-out surface of the protocol, also those without a command yet', () => {
    expect(optedOutSurfaces(table)).toEqual([...optedOutFromTheStart].sort());
  });
});

describe('a table is refused', () => {
  it('when a command is clawable without a schema', () => {
    expect(brokenRules(changed('sysinfo', { schema: null }), signals)).toEqual([
      { command: 'sysinfo', breach: 'no-schema' },
    ]);
  });

  it('when an opted-out surface has become clawable without two independent signals', () => {
    const promoted = changed('summary', { surface: 'clawable', schema: 'schemas/summary.json' });
    const breach = [{ command: 'summary', breach: 'no-demand' }];
    expect(brokenRules(promoted, [])).toEqual(breach);
    expect(brokenRules(promoted, [signal('summary', 'a')])).toEqual(breach);
    expect(brokenRules(promoted, [signal('summary', 'a'), signal('summary', 'A')])).toEqual(breach);
    expect(brokenRules(promoted, [signal('summary', 'a'), signal('tools', 'b')])).toEqual(breach);
    expect(brokenRules(promoted, [signal('summary', 'a'), signal('summary', 'b')])).toEqual([]);
    const resolved = (source: string, outcome: 'promoted' | 'declined') => ({
      ...signal('summary', source),
      resolved: { date: '2026-11-15', outcome },
    });
    expect(brokenRules(promoted, [resolved('a', 'promoted'), resolved('b', 'promoted')])).toEqual([]);
    expect(brokenRules(promoted, [resolved('a', 'promoted'), resolved('b', 'declined')])).toEqual(breach);
  });

  it('when a command is opted out that was not from the start', () => {
    expect(brokenRules(changed('sysinfo', { surface: 'opted-out', schema: null }), signals)).toEqual([
      { command: 'sysinfo', breach: 'opted-out-later' },
    ]);
  });
});

it('a surface that was promoted is no longer opted out, and its signals stay good', () => {
  const promoted = changed('summary', { surface: 'clawable' });
  expect(optedOutSurfaces(promoted)).not.toContain('summary');
  expect(surfaceTest(promoted)('summary')).toBe(true);
  expect(surfaceTest(promoted)('sumary')).toBe(false);
});
