import { describe, expect, it } from 'vitest';
import { defaultRules, type SandboxRules, stricterOf, unixSocketsIn } from './rules.js';

const rules = (own: Partial<SandboxRules>): SandboxRules => ({ ...defaultRules, ...own });

describe('two sets of rules together', () => {
  it.each<[SandboxRules['network'], SandboxRules['network'], SandboxRules['network']]>([
    ['none', 'open', 'none'],
    ['open', ['a.test'], ['a.test']],
    [['a.test', 'b.test'], ['b.test', 'c.test'], ['b.test']],
    ['open', 'open', 'open'],
  ])('allow no more network than both: %j and %j give %j', (one, other, both) => {
    expect(stricterOf(rules({ network: one }), rules({ network: other })).network).toEqual(both);
    expect(stricterOf(rules({ network: other }), rules({ network: one })).network).toEqual(both);
  });

  it('hide what either hides, and show what both show', () => {
    const one = rules({ hide: ['a'], read: ['/x', '/y'], write: ['/w'], nested: true });
    const other = rules({ hide: ['b'], read: ['/y'], write: [] });
    expect(stricterOf(one, other)).toMatchObject({
      hide: ['a', 'b'],
      read: ['/y'],
      write: [],
      nested: false,
    });
  });
});

it('with an open network there are no Unix sockets, unless a person says so', () => {
  expect(unixSocketsIn(rules({ network: 'none' }))).toBe(true);
  expect(unixSocketsIn(rules({ network: 'open' }))).toBe(false);
  expect(unixSocketsIn(rules({ network: 'open', unix_sockets: true }))).toBe(true);
});
