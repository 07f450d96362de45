// Which hosts a driven agent may reach: its provider's, those that its user configured, and those that a config lists.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import type { RunSettings } from '../protocol/records.js';
import { hostSandbox } from './host-sandbox.js';
import { otherAgent } from './hosts/other-agent.js';
import { drivableHost, drivableHosts } from './known-agents.js';

interface Configured {
  readonly env?: Readonly<Record<string, string>>;
  /** Below the home folder. */
  readonly file?: readonly [path: string, text: string];
}

function networkOf(name: string, sandbox: RunSettings['sandbox'], { env = {}, file }: Configured = {}) {
  const home = temporaryFolder();
  if (file !== undefined) {
    const path = join(home, file[0]);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file[1]);
  }
  const host = name === 'mine' ? otherAgent(name) : drivableHost(name);
  const settings = sandbox === undefined ? {} : { sandbox };
  return hostSandbox(settings, { host, program: [] }, { home, env })?.rules.network;
}

it.each(drivableHosts.map(({ name }) => name))('closes the network of %s but for its provider', (name) => {
  expect(networkOf(name, undefined)).toEqual(drivableHost(name).network);
});

it.each<[string, Configured, string]>([
  ['claude-code', { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000' } }, '127.0.0.1:4000'],
  [
    'claude-code',
    { file: ['.claude/settings.json', '{"env":{"ANTHROPIC_BASE_URL":"https://llm.example.com/v1"}}'] },
    'llm.example.com:443',
  ],
  ['codex', { env: { OPENAI_BASE_URL: 'https://llm.example.com' } }, 'llm.example.com:443'],
  ['codex', { file: ['.codex/config.toml', "base_url = 'http://localhost:11434/v1'"] }, 'localhost:11434'],
  ['gemini', { env: { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:4000' } }, '127.0.0.1:4000'],
  [
    'gemini',
    { env: { GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_CLOUD_LOCATION: 'europe-west1' } },
    'europe-west1-aiplatform.googleapis.com:443',
  ],
  ['copilot', { env: { COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:4000/v1' } }, '127.0.0.1:4000'],
  ['copilot', { env: { GH_HOST: 'corp.ghe.com' } }, 'api.corp.ghe.com:443'],
  ['qwen', { env: { OPENAI_BASE_URL: 'http://[::1]:4000' } }, '[::1]:4000'],
  [
    'qwen',
    { file: ['.qwen/settings.json', '{"baseUrl": "https://llm.example.com"}'] },
    'llm.example.com:443',
  ],
  [
    'opencode',
    { file: ['.config/opencode/opencode.json', '{"baseURL":"http://127.0.0.1:4000/v1"}'] },
    '127.0.0.1:4000',
  ],
])('lets %s reach the provider of %j', (name, configured, entry) => {
  expect(networkOf(name, undefined, configured)).toContain(entry);
});

describe('a config', () => {
  it('adds hosts to those of the provider', () => {
    expect(networkOf('codex', { network: ['registry.npmjs.org'] })).toEqual([
      ...(drivableHost('codex').network ?? []),
      'registry.npmjs.org',
    ]);
  });

  it.each(['none', 'open'] as const)('says that the network is %s', (network) => {
    expect(networkOf('codex', { network })).toBe(network);
  });
});

it('leaves the network of an agent open whose provider nobody knows, unless a config lists hosts', () => {
  expect(networkOf('mine', undefined)).toBe('open');
  expect(networkOf('mine', { network: ['example.com'] })).toEqual(['example.com']);
});

it('takes nothing for an address that is none', () => {
  const env = { OPENAI_BASE_URL: 'file:///etc', ANTHROPIC_BASE_URL: 'x' };
  expect(networkOf('codex', undefined, { env })).toEqual(drivableHost('codex').network);
  expect(networkOf('claude-code', undefined, { env })).toEqual(drivableHost('claude-code').network);
});
