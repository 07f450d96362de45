import { expect, it } from 'vitest';
import { tokenShapes } from './token-shapes.js';

// Every example is put together here, so that nothing that looks like a secret stands in the repository.
const letters = (length: number) => 'aB3dE6gH9jK2mN5p'.repeat(20).slice(0, length);
const upper = (length: number) => 'ABCDEFGHIJ234567'.repeat(4).slice(0, length);
const key = (kind: string, end: boolean) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${letters(64)}${end ? `\n-----END ${kind}PRIVATE KEY-----` : ''}`;

const samples = [
  key('', true),
  key('RSA ', false),
  ...['authorization: Bearer ', 'Authorization="Basic ', "authorization: 'Token "].map(
    (head) => `${head}${letters(20)}`,
  ),
  ['AGE', 'SECRET', 'KEY', `1${upper(30)}`].join('-'),
  ['AGE', 'SECRET', 'KEY', 'PQ', `1${upper(30)}`].join('-'),
  ['age', 'secret', 'key', `1${letters(30).toLowerCase()}`].join('-'),
  `postgres://u${letters(98)}:${letters(300)}@host`,
  `https://:${letters(9)}@host`,
  ['sk', 'ant', letters(30)].join('-'),
  ...['proj', 'svcacct', 'admin', 'None'].map((kind) => ['sk', kind, letters(30)].join('-')),
  ['sk', letters(32)].join('-'),
  ['sk', 'or', 'v1', '0f'.repeat(16)].join('-'),
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr', 'github_pat'].map((kind) => [kind, letters(36)].join('_')),
  ...['pat', 'dt', 'rt', 'cbt', 'ptt', 'ft', 'imt', 'agent', 'oas', 'soat', 'ffct'].map(
    (kind) => `gl${kind}-${letters(20)}`,
  ),
  ...['xoxa', 'xoxb', 'xoxe', 'xoxo', 'xoxp', 'xoxr', 'xoxs', 'xapp'].map((kind) =>
    [kind, letters(24)].join('-'),
  ),
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((kind) => `${kind}${upper(16)}`),
  `AIza${letters(35)}`,
  `ya29.${letters(30)}`,
  `GOCSPX-${letters(28)}`,
  ['npm', letters(36)].join('_'),
  ...['sk_live', 'sk_test', 'rk_live', 'rk_test', 'whsec'].map((kind) => [kind, letters(30)].join('_')),
  [`eyJ${letters(20)}`, `eyJ${letters(20)}`, letters(20)].join('.'),
];

it('finds the hint of a shape in every text that the shape matches', () => {
  const matched = new Set<string>();
  for (const sample of samples)
    for (const { pattern, hint } of tokenShapes.filter((shape) => new RegExp(shape.pattern).test(sample))) {
      matched.add(pattern);
      expect(new RegExp(hint).test(sample), `${hint} in ${sample}`).toBe(true);
    }
  expect(matched.size).toBe(tokenShapes.length);
});

it('has a sample for each way to write a token', () => {
  for (const sample of samples)
    expect(
      tokenShapes.some(({ pattern }) => new RegExp(pattern).test(sample)),
      sample,
    ).toBe(true);
});
