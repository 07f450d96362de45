import { describe, expect, it } from 'vitest';
import { parseLink } from './parse-link.js';

const good: readonly [string, object][] = [
  ['ctx://session/0ke3-a', { kind: 'session', id: '0ke3-a' }],
  ['ctx://session/a/record/12', { kind: 'record', id: 'a', record: 12 }],
  ['ctx://report/a', { kind: 'report', id: 'a' }],
  ['ctx://report/a?project=/home/ada/app', { kind: 'report', id: 'a', project: '/home/ada/app' }],
  ['ctx://prompt?text=run%20it+now', { kind: 'prompt', text: 'run it+now' }],
  ['ctx://prompt?text=--model%20x%0Ay&project=/p', { kind: 'prompt', text: '--model x\ny', project: '/p' }],
  ['ctx://prompt?text=%C3%A4', { kind: 'prompt', text: 'ä' }],
];

const bad: readonly string[] = [
  '',
  'ctx:',
  'ctx://',
  'CTX://session/a',
  'ctx:session/a',
  'http://session/a',
  'ctx://session',
  'ctx://session/',
  'ctx://session/a/',
  'ctx://session/--last',
  'ctx://session/-a',
  'ctx://session/../a',
  'ctx://session/a%2Fb',
  'ctx://session/a/record/01',
  'ctx://session/a/record/-1',
  'ctx://session/a/record/9999999999',
  'ctx://session/a/record/1/2',
  'ctx://session/a/other/1',
  'ctx://session/a#b',
  'ctx://session/a?text=x',
  'ctx://session/a?flag=--yes',
  'ctx://session/a b',
  'ctx://user@session/a',
  'ctx://session:80/a',
  'ctx://run?text=x',
  'ctx://prompt',
  'ctx://prompt/x?text=y',
  'ctx://prompt?text=',
  'ctx://prompt?text=%20',
  'ctx://prompt?text=a&text=b',
  'ctx://prompt?text=%',
  'ctx://prompt?text=%4',
  'ctx://prompt?text=%zz',
  'ctx://prompt?text=%ff',
  'ctx://prompt?text=a%00b',
  'ctx://prompt?text=a%1b%5b2J',
  'ctx://prompt?text=a%E2%80%AEb',
  'ctx://prompt?text=a%E2%80%8Bb',
  'ctx://prompt?text=a%F3%A0%81%81b',
  'ctx://prompt?text=a%0Db',
  'ctx://prompt?text=a&model=x',
  'ctx://prompt?text=a&project=relative',
  'ctx://prompt?text=a&project=/a/../b',
  'ctx://prompt?text=a&project=/a%0Ab',
  `ctx://prompt?text=${'a'.repeat(4001)}`,
  `ctx://prompt?text=evil${'%0A'.repeat(40)}harmless`,
  `ctx://session/${'a'.repeat(129)}`,
  `ctx://prompt?text=${'%41'.repeat(4000)}`,
];

describe('a link', () => {
  it.each(good)('is %s', (text, link) => {
    expect(parseLink(text)).toEqual(link);
  });

  it.each(bad)('is not %s', (text) => {
    expect(parseLink(text)).toEqual({ reason: expect.any(String) });
  });
});
