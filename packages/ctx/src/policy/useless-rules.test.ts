import { describe, expect, it } from 'vitest';
import { uselessRule } from './useless-rules.js';

const found = (rule: string) =>
  uselessRule({ allow: [], deny: [rule], on_deny: 'tell' }, ['read', 'grep'], '/home/me/project');

describe('a rule that can never match', () => {
  it.each([
    ['read(/home/me/project/secrets/*)', 'read(secrets/*)'],
    ['read(/home/me/project/)', 'read(*)'],
    ['read(!secrets)', 'read(secrets)'],
    ['*(/home/me/project/.env)', '*(.env)'],
    ['read(~/.ssh/*)', undefined],
    ['read(../other/*)', undefined],
    ['read(//etc/passwd)', undefined],
  ])('%s is told, with %s in its place', (rule, instead) => {
    expect(found(rule)).toEqual({ rule, instead });
  });

  it.each([
    'read',
    'read(**/.env)',
    'read(/src/*)',
    'bash(/home/me/project/run *)',
    'read({a,b}/)',
    'bash(! x)',
  ])('%s is none', (rule) => {
    expect(found(rule)).toBeUndefined();
  });
});
