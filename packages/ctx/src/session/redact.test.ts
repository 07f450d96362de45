import { describe, expect, it } from 'vitest';
import { dashes, letters, pem, tokens } from './redact.fixture.js';
import { redactorFor } from './redact.js';

describe('a token of a well-known shape', () => {
  const redactor = redactorFor({});

  it.each(tokens)('(%s) is replaced wherever it stands', (name, token) => {
    for (const [before, after] of [
      ['', ''],
      ['key=', ';'],
      ['("', '")'],
      ['{"a":"x\\n', '\\n"}'],
      ['é', ' é'],
    ]) {
      const { value, count } = redactor.text(`${before}${token}${after}`);
      expect(value).toBe(`${before}[redacted:${name}]${after}`);
      expect(count).toBe(1);
    }
  });

  it('is replaced behind Authorization, which stays', () => {
    const token = letters(20);
    const header = ['Authorization:', 'Bearer', token].join(' ');
    expect(redactor.text(`curl -H '${header}'`).value).toBe(
      "curl -H 'Authorization: Bearer [redacted:authorization]'",
    );
    expect(redactor.text(JSON.stringify({ authorization: ['Basic', token].join(' ') })).value).toBe(
      '{"authorization":"Basic [redacted:authorization]"}',
    );
  });

  it('is replaced even where the end of a private key was cut off', () => {
    const cut = pem('PRIVATE KEY').slice(0, 120);
    expect(redactor.text(`${cut}`).value).toBe('[redacted:private-key]');
  });

  it.each([
    'sk-learn-and-other-long-hyphenated-names-of-css-classes',
    'task-0123456789abcdef0123456789abcdef',
    'The header is `Authorization: Bearer $TOKEN`.',
    `if text.startsWith('${dashes}BEGIN PRIVATE KEY${dashes}') return;`,
    'npm_config_registry, ghp_short, AKIA, eyJhbGci',
    `sha256:${'0f'.repeat(32)}`,
  ])('is not seen in %j', (text) => {
    expect(redactor.text(text)).toEqual({ value: text, count: 0 });
  });

  it('does not hold up a text that is all false beginnings', () => {
    const beginnings = [
      'A-eyJ',
      'eyJaaaaaaaa.',
      `${dashes}BEGIN PRIVATE KEY${dashes}`,
      'glpat-',
      'Authorization: ',
    ];
    for (const beginning of beginnings) {
      const text = beginning.repeat(Math.ceil(500_000 / beginning.length));
      expect(redactor.text(text).value, beginning).not.toBe('');
    }
  });
});

describe('the value of an environment variable', () => {
  const secret = ['correct', 'horse', 'battery'].join('.');

  it.each([
    'API_KEY',
    'MY_TOKEN',
    'DB_PASSWORD',
    'CLIENT_SECRET',
    'PGPASSWORD',
    'npm_config__authToken',
    'MYSQL_PWD',
    'APIKEY',
    'OPENAIKEY',
    'mytoken',
    'DBPASSWORD',
    'SENTRY_DSN',
    'SENTRYDSN',
    'PATH_TOKEN',
    'FILE_KEY_SECRET',
    'DATABASE_URL',
    'REDIS_URI',
    'DOCKER_AUTH_CONFIG',
  ])('is replaced for %s', (name) => {
    const { value, count } = redactorFor({ [name]: secret }).text(`a ${secret} b ${secret}`);
    expect(value).toBe(`a [redacted:${name}] b [redacted:${name}]`);
    expect(count).toBe(2);
  });

  it.each([
    'PATH',
    'HOME',
    'KEYBOARD',
    'TOKENIZERS_PARALLELISM',
    'SSH_AUTH_SOCK',
    'MONKEY',
    'PWD',
    'KEY_FILE',
    'TOKEN_PATH',
    'PATIENT',
    'TURKEY',
    'HOTKEY',
    'BASE_URL',
    'OPENAI_BASE_URL',
  ])('stays for %s', (name) => expect(redactorFor({ [name]: secret }).text(secret).count).toBe(0));

  it.each([
    'short',
    '/home/me/.config/key.json',
    '~/keys/id',
    './a.key',
    'C:\\keys\\id',
    'completed',
    '   1234567  ',
    '',
  ])('stays where it is %j', (value) =>
    expect(redactorFor({ MY_SECRET: value }).text(`x ${value} completed`).count).toBe(0),
  );

  it('is replaced although it begins like a path, if it looks random', () => {
    const random = `/${letters(20)}/${letters(18)}`;
    expect(redactorFor({ AWS_SECRET_ACCESS_KEY: random }).text(random).value).toBe(
      '[redacted:AWS_SECRET_ACCESS_KEY]',
    );
  });

  it('is replaced whole where one secret is the beginning of another', () => {
    const redactor = redactorFor({ A_TOKEN: secret, B_TOKEN: `${secret}-and-more` });
    expect(redactor.text(`${secret}-and-more`).value).toBe('[redacted:B_TOKEN]');
  });

  it('is replaced without its name where the name is no plain word', () => {
    const name = ['ghp', letters(36)].join('_');
    expect(redactorFor({ [`//x/:_${name}_TOKEN`]: secret }).text(secret).value).toBe(
      '[redacted:environment]',
    );
  });
});

describe('a secret in another form', () => {
  const secret = ['hunter', '2', 'correct', 'horse', '!?>'].join('');
  const redactor = redactorFor({ MY_SECRET: secret });

  it.each([
    ['base64', Buffer.from(secret).toString('base64')],
    ['base64 of a line', Buffer.from(`${secret}\n`).toString('base64')],
    ['base64url', Buffer.from(secret).toString('base64url')],
    ['hex', Buffer.from(secret).toString('hex')],
    ['HEX', Buffer.from(secret).toString('hex').toUpperCase()],
    ['base64 behind one letter', Buffer.from(`x${secret}yz`).toString('base64')],
    ['base64 behind a user', Buffer.from(`me:${secret}`).toString('base64')],
    ['base64 behind two letters', Buffer.from(`xy${secret}`).toString('base64')],
  ])('(%s) is replaced, whole or all but a few letters at its ends', (_, form) => {
    const { value, count } = redactor.text(`a ${form} b`);
    expect(count).toBe(1);
    expect(value).toContain('[redacted:MY_SECRET]');
    expect(value.replace('[redacted:MY_SECRET]', '').length).toBeLessThanOrEqual('a  b'.length + 10);
  });

  it.each([
    ['base64', 76],
    ['base64', 64],
    ['hex', 60],
  ] as const)('(%s in lines of %i) is replaced line by line', (encoding, length) => {
    const long = letters(108);
    const form = Buffer.from(`${long}\n`).toString(encoding);
    const wrapped = form.replace(new RegExp(`.{${length}}`, 'g'), '$&\n');
    const { value } = redactorFor({ MY_SECRET: long }).text(wrapped);
    expect(value.replaceAll('[redacted:MY_SECRET]', '').replaceAll('\n', '').length).toBeLessThan(14);
  });

  it.each([
    ['in an address', encodeURIComponent],
    [
      'in an address, in small digits',
      (text: string) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ['in a form', (text: string) => new URLSearchParams({ text }).toString().replaceAll('*', '%2A')],
    ['in JSON', (text: string) => JSON.stringify({ text })],
    ['in JSON, as PHP writes it', (text: string) => JSON.stringify({ text }).replaceAll('/', '\\/')],
    [
      'in JSON, as Go writes it',
      (text: string) =>
        JSON.stringify({ text }).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    ],
    ['in JSON, as Python writes it', (text: string) => JSON.stringify({ text }).replaceAll('é', '\\u00e9')],
  ])('(%s) is replaced', (_, encoded) => {
    const odd = `${secret}/"+\\\n &=(é*)${letters(4)}`;
    expect(redactorFor({ MY_SECRET: odd }).text(encoded(odd)).value).toContain('[redacted:MY_SECRET]');
    expect(redactorFor({ MY_SECRET: odd }).text(encoded(odd)).value).not.toContain('hunter');
  });

  it('is replaced in pieces of any size', () => {
    const text = `see ${Buffer.from(secret).toString('base64')} and ${Buffer.from(secret).toString('hex')}, postgres://me:${letters(12)}@h/d end`;
    for (let size = 1; size < 40; size++) {
      const stream = redactor.stream();
      let shown = '';
      for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size));
      expect(shown + stream.end()).toBe(redactor.text(text).value);
    }
  });

  it('is replaced as the password of an address, and alone', () => {
    const password = ['pa', 'ss', 'word', '%21', '9'].join('');
    const url = `postgres://me:${password}@db.example/x`;
    const own = redactorFor({ DATABASE_URL: url });
    expect(own.text(url).value).toBe('[redacted:DATABASE_URL]');
    expect(own.text(`pw ${password} ${decodeURIComponent(password)}`).value).toBe(
      'pw [redacted:DATABASE_URL] [redacted:DATABASE_URL]',
    );
  });
});

describe('the user-info of a URL', () => {
  it.each(['https', 'postgres', 'git+ssh', 'redis'])('is replaced behind %s://', (scheme) => {
    const text = `clone ${scheme}://me:${letters(9)}@host/path`;
    expect(redactorFor({}).text(text)).toEqual({
      value: `clone ${scheme}://[redacted:url-credentials]@host/path`,
      count: 1,
    });
  });

  it.each([
    'https://host:8080/a@b',
    'https://user@host/x',
    'https://$USER:$TOKEN@host',
    'https://<user>:<password>@host',
    'ssh://git@host:22/x',
    'see http://a.example: me@b.example',
  ])('is not seen in %s', (text) => expect(redactorFor({}).text(text).count).toBe(0));
});
