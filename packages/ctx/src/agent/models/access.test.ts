import { describe, expect, it } from 'vitest';
import type { Environment } from '../../disk/user-folder.js';
import { Failure } from '../../protocol/failure.js';
import { type Addresses, accessTo } from './access.js';
import { ollamaAddress } from './ollama-host.js';
import type { ProviderName } from './providers.js';

const keys = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', GEMINI_API_KEY: 'g' };

const urlOf = (provider: ProviderName, env: Environment, addresses: Addresses = {}) =>
  accessTo(provider, `${provider}/x`, addresses, { ...keys, ...env }).baseUrl;

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
}

describe('the root of an API', () => {
  it.each<[ProviderName, Environment, string]>([
    ['anthropic', {}, 'https://api.anthropic.com/v1'],
    ['anthropic', { ANTHROPIC_BASE_URL: 'http://127.0.0.1:80/' }, 'http://127.0.0.1:80/v1'],
    ['anthropic', { ANTHROPIC_BASE_URL: ' ' }, 'https://api.anthropic.com/v1'],
    ['openai', {}, 'https://api.openai.com/v1'],
    ['openai', { OPENAI_BASE_URL: 'http://127.0.0.1/v1' }, 'http://127.0.0.1/v1'],
    ['google', {}, 'https://generativelanguage.googleapis.com/v1beta'],
    ['google', { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1' }, 'http://127.0.0.1/v1beta'],
    ['openai-compatible', { OPENAI_COMPATIBLE_BASE_URL: 'http://h:8000/v1' }, 'http://h:8000/v1'],
    ['ollama', {}, 'http://127.0.0.1:11434/v1'],
    ['ollama', { OLLAMA_HOST: '0.0.0.0' }, 'http://127.0.0.1:11434/v1'],
  ])('of %s with %j is where the vendor’s tools would go', (provider, env, url) => {
    expect(urlOf(provider, env)).toBe(url);
  });

  it('is what --base-url says, whatever the variables and the files say', () => {
    const env = { ANTHROPIC_BASE_URL: 'http://one' };
    expect(urlOf('anthropic', env, { given: 'http://two/v1/', written: 'http://three' })).toBe(
      'http://two/v1',
    );
  });

  it.each([
    ['base_url_missing', 'openai-compatible', {}, {}],
    ['base_url_invalid', 'openai', {}, { given: 'api.openai.com/v1' }],
    ['base_url_invalid', 'openai', {}, { given: 'file:///etc' }],
    ['base_url_invalid', 'openai', {}, { given: 'http://user:pass@host/v1' }],
    ['base_url_invalid', 'openai', {}, { given: 'http://host/v1?x=1' }],
    ['base_url_invalid', 'ollama', { OLLAMA_HOST: 'a b' }, {}],
  ] as const)('%s: %s with %j and %j', (code, provider, env, addresses) => {
    expect(codeOf(() => urlOf(provider, env, addresses))).toBe(code);
  });
});

describe('a credential', () => {
  it('is asked for before anything else, by the names of its variables', () => {
    expect(codeOf(() => accessTo('anthropic', 'anthropic/x', {}, { ANTHROPIC_API_KEY: '' }))).toBe(
      'credential_missing',
    );
    expect(accessTo('anthropic', 'anthropic/x', {}, { ANTHROPIC_AUTH_TOKEN: ' t\n' }).credential).toEqual({
      variable: 'ANTHROPIC_AUTH_TOKEN',
      value: 't',
    });
    expect(accessTo('ollama', 'ollama/x', {}, {}).credential).toBeUndefined();
  });

  it('is not sent where only a file says so', () => {
    const written = (address: string) => ({ written: address });
    expect(codeOf(() => urlOf('openai', {}, written('https://evil.example/v1')))).toBe('base_url_untrusted');
    expect(codeOf(() => urlOf('openai', {}, written('https://api.openai.com.evil.example/v1')))).toBe(
      'base_url_untrusted',
    );
    expect(codeOf(() => urlOf('openai', {}, written('http://127.0.0.1.evil.example/v1')))).toBe(
      'base_url_untrusted',
    );
  });

  it('is sent where the user says so too, to the vendor, and to this machine', () => {
    const far = 'https://gateway.example/v1';
    expect(urlOf('openai', {}, { given: far, written: far })).toBe(far);
    expect(urlOf('openai', { OPENAI_BASE_URL: far }, { written: far })).toBe(far);
    expect(urlOf('openai', {}, { written: 'https://api.openai.com/v2' })).toBe('https://api.openai.com/v2');
    expect(urlOf('openai', {}, { written: 'http://localhost:8000/v1' })).toBe('http://localhost:8000/v1');
    expect(urlOf('openai-compatible', {}, { written: far })).toBe(far);
  });
});

describe('OLLAMA_HOST', () => {
  it.each([
    ['example.com', 'http://example.com:11434'],
    ['example.com:1234', 'http://example.com:1234'],
    [':1234', 'http://127.0.0.1:1234'],
    ['http://example.com', 'http://example.com:80'],
    ['https://example.com', 'https://example.com:443'],
    ['https://example.com/ollama/', 'https://example.com:443/ollama'],
    ['0.0.0.0:1234', 'http://127.0.0.1:1234'],
    ['[::]:1234', 'http://[::1]:1234'],
    ['"example.com"', 'http://example.com:11434'],
    ['exa mple', undefined],
    ['host:port', undefined],
  ])('%j is %j', (value, address) => {
    expect(ollamaAddress(value)).toBe(address);
  });
});
