import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactorFor } from './redact.js';

const letters = (length: number) => 'aB3dE6gH9jK2mN5p'.repeat(20).slice(0, length);
const dashes = '-'.repeat(5);
const secrets = {
  MY_API_KEY: 'hunter2-hunter2',
  PASSPHRASE: 'correct horse battery staple',
  OTHER_SECRET: 'schlüssel für alles',
};
const samples = [
  ...Object.values(secrets),
  ['sk', 'ant', 'api03', letters(40)].join('-'),
  ['ghp', letters(36)].join('_'),
  [`eyJ${letters(20)}`, `eyJ${letters(30)}`, letters(30)].join('.'),
  ['Authorization:', 'Bearer', letters(20)].join(' '),
  `${dashes}BEGIN RSA PRIVATE KEY${dashes}\n${letters(64)}\n${letters(64)}\n${dashes}END RSA PRIVATE KEY${dashes}`,
  `${dashes}BEGIN PRIVATE KEY${dashes}\n${letters(120)}`,
  `${dashes}BEGIN CERTIFICATE${dashes}`,
  'correct horse battery',
  'Authorization: none',
  'plain words',
  '漢字だけの文',
  '👍🏽',
];

/** Cut at the places given, which may lie inside a surrogate pair. */
function pieces(text: string, places: readonly number[]): string[] {
  const cuts = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...cuts].map((from, i) => text.slice(from, cuts[i] ?? text.length));
}

describe('a text that comes in pieces', () => {
  it('is shown as the log has it, wherever it was cut', () => {
    const redactor = redactorFor(secrets);
    const separated = fc
      .tuple(fc.constantFrom(...samples), fc.constantFrom(' ', '\n', ', ', '" ("', '。'))
      .map((two) => two.join(''));
    const texts = fc.array(separated, { maxLength: 8 });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(2000), { maxLength: 40 }), (parts, places) => {
        const text = parts.join('');
        const stream = redactor.stream();
        const shown = pieces(text, places).map((piece) => stream.push(piece));
        expect(shown.join('') + stream.end()).toBe(redactor.text(text).value);
      }),
      { numRuns: 500 },
    );
  });

  it('is held back no longer than to the end of a word', () => {
    const stream = redactorFor({}).stream();
    expect([stream.push('One tw'), stream.push('o thr'), stream.push('ee.'), stream.push(' 漢字')]).toEqual([
      'One ',
      'two ',
      '',
      'three. 漢字',
    ]);
    expect(stream.end()).toBe('');
  });

  it('is held back where a private key began, until its end', () => {
    const stream = redactorFor({}).stream();
    expect(stream.push(`It is ${dashes}BEGIN `)).toBe('It is ');
    expect(stream.push(`PRIVATE KEY${dashes}\n${letters(64)}\n`)).toBe('');
    expect(stream.push(`${letters(64)}\n${dashes}END PRIVATE KEY${dashes}\nThat`)).toBe(
      '[redacted:private-key]\n',
    );
    expect(stream.end()).toBe('That');
  });
});

it.each([
  ['one word that comes letter by letter', '', 'x'],
  ['a key that begins and never ends', `${dashes}BEGIN PRIVATE KEY${dashes}\n`, 'ab '],
  ['an authorization that never ends', 'Authorization: Basic ', 'x'],
])('takes no longer for a flood of small pieces than for its length: %s', (_, begun, piece) => {
  const stream = redactorFor(secrets).stream();
  let shown = stream.push(begun);
  // Looked at anew with every piece, these would take many minutes.
  for (let i = 0; i < 500_000; i++) shown += stream.push(piece);
  shown += stream.end();
  expect(shown).not.toContain('BEGIN PRIVATE KEY-----\nab');
  expect(shown.length).toBeGreaterThan(0);
});
