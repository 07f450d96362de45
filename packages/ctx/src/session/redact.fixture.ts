// Every example is put together here, so that nothing that looks like a secret stands in the repository.
export const letters = (length: number) => 'aB3dE6gH9jK2mN5p'.repeat(20).slice(0, length);

export const capitals = (length: number) => 'ABCDEFGHIJ234567'.repeat(4).slice(0, length);

export const dashes = '-'.repeat(5);

export const pem = (kind: string) =>
  `${dashes}BEGIN ${kind}${dashes}\n${letters(300)}\n${dashes}END ${kind}${dashes}`;

export const tokens: readonly (readonly [name: string, token: string])[] = [
  ['age-key', ['AGE', 'SECRET', 'KEY', `1${capitals(58)}`].join('-')],
  ['anthropic-key', ['sk', 'ant', 'api03', letters(90)].join('-')],
  ['openai-key', ['sk', letters(48)].join('-')],
  ['openai-key', ['sk', 'proj', letters(60)].join('-')],
  ['openrouter-key', ['sk', 'or', 'v1', '0f'.repeat(32)].join('-')],
  ['github-token', ['ghp', letters(36)].join('_')],
  ['github-token', ['ghs', letters(36)].join('_')],
  ['github-token', ['github', 'pat', letters(22), letters(59)].join('_')],
  ['gitlab-token', ['glpat', letters(20)].join('-')],
  ['slack-token', ['xoxb', '123456789012', letters(24)].join('-')],
  ['aws-access-key', `AKIA${capitals(16)}`],
  ['google-key', `AIza${letters(35)}`],
  ['npm-token', ['npm', letters(36)].join('_')],
  ['stripe-key', ['sk', 'live', letters(24)].join('_')],
  ['jwt', [`eyJ${letters(20)}`, `eyJ${letters(60)}`, letters(43)].join('.')],
  ['private-key', pem('PRIVATE KEY')],
  ['private-key', pem('RSA PRIVATE KEY')],
  ['private-key', pem('OPENSSH PRIVATE KEY')],
  ['private-key', pem('PGP PRIVATE KEY BLOCK')],
];
