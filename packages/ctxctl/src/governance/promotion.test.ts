import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandEntry, readTable } from '../../../ctx/src/kit/command.js';
import { builtFolder, repository } from '../../../ctx/test/built.js';
import { ctxTable, logPath, signal } from '../../test/repository.js';
import { parseDemandLog } from './demand-log.js';
import { brokenRules } from './promotion.js';
import { optedOutFromTheStart, optedOutSurfaces, surfaceTest } from './surfaces.js';

const table = ctxTable();
const signals = parseDemandLog(readFileSync(join(repository, logPath), 'utf8'), surfaceTest(table));

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
