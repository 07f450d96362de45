import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokens } from './redact.fixture.js';
import { redactorFor } from './redact.js';

describe('a redacted object', () => {
  const secret = ['p4ss', 'w0rd', 'x'].join('-');
  const redactor = redactorFor({ MY_SECRET: secret });

  it('has no secret in any string or key, at any depth', () => {
    const value = {
      a: [`x${secret}`, { [secret]: 1, [`${secret}${secret}`]: [secret] }],
      n: 1,
      t: true,
      z: null,
    };
    expect(redactor.object(value)).toEqual({
      value: {
        a: [
          'x[redacted:MY_SECRET]',
          { '[redacted:MY_SECRET]': 1, '[redacted:MY_SECRET][redacted:MY_SECRET]': ['[redacted:MY_SECRET]'] },
        ],
        n: 1,
        t: true,
        z: null,
      },
      count: 5,
    });
  });

  it('keeps members whose keys become the same, and a key that is __proto__', () => {
    const value = JSON.parse(`{"__proto__":"${secret}","${secret}":1,"[redacted:MY_SECRET]":2}`);
    const clean = redactor.object(value).value;
    expect(Object.entries(clean)).toEqual([
      ['__proto__', '[redacted:MY_SECRET]'],
      ['[redacted:MY_SECRET]', 1],
      ['[redacted:MY_SECRET]#2', 2],
    ]);
  });

  it('is the same object when nothing was found', () => {
    const value = { a: ['x', { b: 'y' }] };
    expect(redactor.object(value).value).toBe(value);
  });

  it('is well-formed: half of a surrogate pair becomes U+FFFD', () => {
    expect(redactor.object({ a: 'x\ud800' })).toEqual({ value: { a: 'x\ufffd' }, count: 0 });
  });
});

describe('redaction', () => {
  const awkward = [
    'redacted',
    '[redacted:',
    'abcdefgh[',
    ']abcdefgh',
    'A_SECRET',
    'x[redacted:A_SECRET]',
    'github-token',
  ];
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...tokens.map(([, token]) => token), ...awkward, ' ', '\n', 'Authorization: Bearer '),
  );
  const env = fc.record({
    A_SECRET: fc.oneof(fc.constantFrom(...awkward), fc.string({ minLength: 8 })),
    B_TOKEN: fc.oneof(fc.constantFrom(...awkward), fc.string({ minLength: 8 })),
  });

  it('finds nothing in what it has redacted', () => {
    fc.assert(
      fc.property(env, fc.array(piece), (env, pieces) => {
        const redactor = redactorFor(env);
        const once = redactor.text(pieces.join('')).value;
        expect(redactor.text(once)).toEqual({ value: once, count: 0 });
      }),
      { numRuns: 300 },
    );
  });
});
