import { describe, expect, it } from 'vitest';
import { signal } from '../../test/repository.js';
import { auditDemand, independentSources } from './demand-audit.js';

const surfaces = ['summary', 'tools', 'manifest'];
const audit = (sources: Readonly<Record<string, readonly string[]>>, stable: readonly string[] = []) =>
  auditDemand(
    surfaces,
    Object.entries(sources).flatMap(([surface, names]) => names.map((name) => signal(surface, name))),
    (surface) => stable.includes(surface),
  );

describe('a surface', () => {
  it.each([
    ['no signal', [], false, 'stay'],
    ['no signal and a stable schema', [], true, 'stay'],
    ['one signal', ['a'], false, 'stay'],
    ['one signal and a stable schema', ['a'], true, 'discuss'],
    ['two signals', ['a', 'b'], false, 'candidate'],
    ['two signals and a stable schema', ['a', 'b'], true, 'candidate'],
    ['three signals', ['a', 'b', 'c'], false, 'candidate'],
    ['two signals of one source', ['The Bot', 'the  bot'], false, 'stay'],
    ['two signals of one source and a stable schema', ['a', 'A'], true, 'discuss'],
  ] as const)('with %s', (_, sources, stable, verdict) => {
    const { surfaces: findings, may_move } = audit({ tools: sources }, stable ? ['tools'] : []);
    expect(findings.find(({ surface }) => surface === 'tools')).toMatchObject({
      verdict,
      stable_schema: stable,
    });
    expect(may_move).toEqual(verdict === 'candidate' ? ['tools'] : []);
  });
});

describe('over all surfaces', () => {
  it.each([
    ['nothing closes the matter', {}, 'close', 0],
    ['one signal goes surface by surface', { tools: ['a'] }, 'surface-by-surface', 1],
    ['two signals go surface by surface', { tools: ['a'], summary: ['b'] }, 'surface-by-surface', 2],
    [
      'three signals reopen the classification',
      { tools: ['a'], summary: ['b'], manifest: ['c'] },
      'reopen',
      3,
    ],
    ['four on two surfaces reopen it', { tools: ['a', 'b'], summary: ['a', 'b'] }, 'reopen', 4],
    ['signals for what is no longer opted out do not count', { sysinfo: ['a', 'b', 'c'] }, 'close', 0],
  ])('%s', (_, sources, overall, signals) => {
    expect(audit(sources)).toMatchObject({ overall, signals });
  });
});

it('takes two spellings of a name for one source', () => {
  expect(independentSources([signal('tools', 'Café  Bot'), signal('tools', 'cafe\u0301 bot')])).toBe(1);
});
