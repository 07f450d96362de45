import { describe, expect, it } from 'vitest';
import type { Policy } from '../protocol/records.js';
import { bash, policy, read } from './policy.fixture.js';
import { idleRules, judgeCall, judgeTool, tighten } from './policy.js';
import type { Subject } from './verdict.js';

const reads = (parts: Partial<Policy>, path: string) => judgeCall(policy(parts), read, { path }).allowed;

describe('a policy', () => {
  it.each<[string, Partial<Policy>, string, boolean]>([
    ['with no rules allows everything', {}, 'bash', true],
    ['denies by name', { deny: ['bash'] }, 'bash', false],
    ['denies by glob', { deny: ['mcp__*'] }, 'mcp__a__b', false],
    ['with an allow rule denies the rest', { allow: ['read'] }, 'bash', false],
    ['allows by glob', { allow: ['mcp__a__*'] }, 'mcp__a__b', true],
    ['lets deny win over allow', { allow: ['bash'], deny: ['ba*'] }, 'bash', false],
    ['keeps a tool of which a pattern allows some calls', { allow: ['bash(git *)'] }, 'bash', true],
    ['keeps a tool of which a pattern denies some calls', { deny: ['bash(rm *)'] }, 'bash', true],
    ['takes a pattern that matches all for no pattern', { deny: ['bash(*)'] }, 'bash', false],
    ['denies what a broken deny rule names', { deny: ['bash(rm *'] }, 'bash', false],
    ['denies only what a broken deny rule names', { deny: ['bash(rm *'] }, 'read', true],
    ['denies everything for a deny rule that names nothing', { deny: ['(rm)'] }, 'read', false],
    ['denies everything for an empty deny rule', { deny: [''] }, 'read', false],
    ['denies everything for a name that is none', { deny: ['ba sh'] }, 'read', false],
    ['allows nothing by a broken allow rule', { allow: ['bash(git *'] }, 'bash', false],
  ])('%s', (_, parts, tool, allowed) => {
    expect(judgeTool(policy(parts), tool).allowed).toBe(allowed);
  });

  it('says which rule denied and why', () => {
    expect(judgeTool(policy({ deny: ['x', 'bash'] }), 'bash')).toEqual({
      allowed: false,
      rule: 'bash',
      reason: 'the rule bash denies it',
    });
    expect(judgeTool(policy({ deny: ['bash('] }), 'bash')).toMatchObject({
      reason: 'the rule bash( cannot be read',
    });
    expect(judgeTool(policy({ allow: ['read', 'write'] }), 'bash')).toEqual({
      allowed: false,
      rule: 'read, write',
      reason: 'no allow rule covers it',
    });
  });

  it('denies what somebody would have to be asked about, and says so', () => {
    const reason = 'the rule bash(git push *) asks first, and nobody can be asked';
    const asking = policy({ ask: ['bash(git push *)', 'write'], allow: ['bash'] });
    expect(judgeTool(asking, 'write')).toMatchObject({ allowed: false, rule: 'write' });
    expect(judgeCall(asking, bash, { command: 'ls; git push' })).toMatchObject({ allowed: false, reason });
    expect(judgeCall(asking, bash, { command: 'git log' }).allowed).toBe(true);
    expect(idleRules(asking, ['bash'])).toEqual(['write']);
    expect(tighten(asking, policy({ ask: ['read'] })).ask).toEqual(['bash(git push *)', 'write', 'read']);
  });

  it('names the rules that are about no tool', () => {
    const rules = policy({ allow: ['read', 'raed'], deny: ['mcp__*', 'bash(rm *)'] });
    expect(idleRules(rules, ['read', 'bash'])).toEqual(['mcp__*', 'raed']);
  });
});

describe('a pattern on paths', () => {
  it.each([
    'secrets/key',
    './secrets/key',
    'a/../secrets/key',
    'secrets//key',
    '/anywhere/project/secrets/key',
    '/anywhere/x/../secrets/key',
  ])('denies %j', (path) => {
    expect(reads({ deny: ['read(secrets/*)'] }, path)).toBe(false);
  });

  it('leaves other paths, and allows by what the path really is', () => {
    expect(reads({ deny: ['read(secrets/*)'] }, 'notes/secrets.md')).toBe(true);
    expect(reads({ allow: ['read(src/*)'] }, 'src/a.ts')).toBe(true);
    expect(reads({ allow: ['read(src/*)'] }, 'src/../b.ts')).toBe(false);
    expect(reads({ allow: ['read(src/*)'] }, '/elsewhere/src/a.ts')).toBe(false);
  });

  it('on all that lies in a folder is about the list of that folder, and of no folder above', () => {
    const lists = (rule: string, path: string) =>
      judgeCall(
        policy({ deny: [rule] }),
        { name: 'list', subject: { field: 'path', kind: 'folder' } },
        { path },
      ).allowed;
    for (const rule of ['list(secrets/*)', 'list(secrets/**)', 'list(**/secrets/*)', 'list(secrets)'])
      expect([rule, lists(rule, 'secrets')]).toEqual([rule, false]);
    expect(lists('list(secrets/*)', 'a/../secrets/')).toBe(false);
    expect(lists('list(secrets/*)', '/anywhere/secrets')).toBe(false);
    expect(lists('list(secrets/*)', '.')).toBe(true);
    expect(lists('list(a/secrets/*)', 'a')).toBe(true);
    expect(lists('list(secrets/*)', 'notes')).toBe(true);
  });
});

describe('a pattern that cannot be evaluated', () => {
  const judge = (parts: Partial<Policy>, subject: Subject | undefined, input: unknown) =>
    judgeCall(policy(parts), { name: 'db', ...(subject && { subject }) }, input);
  const text = { field: 'sql', kind: 'text' } as const;

  it.each<[string, Subject | undefined, unknown]>([
    ['a tool without a subject', undefined, { sql: 'x' }],
    ['an input without it', text, { query: 'x' }],
    ['an input that is no object', text, 'x'],
    ['a subject that is no text', text, { sql: ['DROP'] }],
  ])('denies: %s', (_, subject, input) => {
    expect(judge({ deny: ['db(DROP*)'] }, subject, input)).toMatchObject({
      allowed: false,
      reason: 'the rule db(DROP*) cannot be evaluated for this input',
    });
    expect(judge({ allow: ['db(SELECT*)'] }, subject, input).allowed).toBe(false);
  });

  it('is evaluated on the text where there is one', () => {
    expect(judge({ deny: ['db(DROP*)'] }, text, { sql: 'DROP TABLE x' }).allowed).toBe(false);
    expect(judge({ deny: ['db(DROP*)'] }, text, { sql: 'SELECT 1' }).allowed).toBe(true);
    expect(judge({ allow: ['db(SELECT*)'] }, text, { sql: 'SELECT 1' }).allowed).toBe(true);
  });
});

describe('a tightened policy', () => {
  it('denies what either denies, and stops where either stops', () => {
    const both = tighten(policy({ deny: ['a'] }), policy({ deny: ['a', 'b'], on_deny: 'stop' }));
    expect(both).toEqual({ allow: [], deny: ['a', 'b'], on_deny: 'stop' });
    expect(tighten(policy({ on_deny: 'stop' }), policy({})).on_deny).toBe('stop');
  });

  it.each<[string[], string[], string[]]>([
    [[], ['read'], ['read']],
    [['read'], [], ['read']],
    [['read', 'bash'], ['bash(git *)'], ['bash(git *)']],
    [['bash(git *)'], ['bash', 'read'], ['bash(git *)']],
    [['mcp__*'], ['mcp__a__*', 'read'], ['mcp__a__*']],
    [['bash(git *)'], ['bash(git push*)', 'bash(ls)'], ['bash(git push*)']],
  ])('allows only what both allow: %j and %j', (ours, theirs, both) => {
    const result = tighten(policy({ allow: ours }), policy({ allow: theirs }));
    expect(result).toEqual({ allow: both, deny: [], on_deny: 'tell' });
  });

  it('denies everything where nothing is allowed by both', () => {
    const nothing = tighten(policy({ allow: ['read'] }), policy({ allow: ['bash'] }));
    expect(judgeTool(nothing, 'read').allowed).toBe(false);
    expect(judgeTool(nothing, 'bash').allowed).toBe(false);
    const again = tighten(nothing, policy({ allow: ['read'] }));
    expect(judgeTool(again, 'read').allowed).toBe(false);
  });
});
