import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { colourTerminal, runCtx } from '../../test/in-process.js';
import { refusingPort } from '../../test/refusing-port.js';
import { jsonOf } from '../../test/scripted.js';
import { wireServer } from '../../test/wire-server.js';

describe('models', () => {
  it('says of each provider what it needs, and of each model what it costs and since when that is known', async () => {
    const { data } = await jsonOf(['models'], { env: { OPENAI_API_KEY: 'k', CTX_MODEL: 'openai/gpt-5' } });
    expect(data).toMatchObject({
      default_model: 'openai/gpt-5',
      providers: [
        { name: 'anthropic', usable: false, problem: 'credential_missing' },
        { name: 'openai', usable: true, credential_from: 'OPENAI_API_KEY' },
        { name: 'google', usable: false },
        { name: 'openai-compatible', usable: false, problem: 'base_url_missing' },
        { name: 'ollama', usable: true },
      ],
      models: expect.arrayContaining([
        expect.objectContaining({
          name: 'openai/gpt-5',
          usable: true,
          price: { input: 1_250_000, output: 10_000_000, cache_read: 125_000, as_of: '2025-08-07' },
        }),
        expect.objectContaining({ name: 'anthropic/claude-haiku-4-5', usable: false }),
      ]),
    });
    expect(JSON.stringify(data)).not.toContain('"k"');
  });

  it('lists the agents that can do runs, and how to install those that are not there', async () => {
    const PATH = temporaryFolder({
      'package.json': '{"name":"@openai/codex","version":"0.170.0"}',
      codex: '',
    });
    chmodSync(join(PATH, 'codex'), 0o755);
    const env = { PATH, HOME: temporaryFolder() };
    const { data } = await jsonOf(['models'], { env, cwd: temporaryFolder() });
    expect(data).toMatchObject({
      agents: [
        { name: 'claude-code', state: 'missing', install: 'npm install -g @anthropic-ai/claude-code@latest' },
        { name: 'codex', state: 'ready', version: '0.170.0', strict: true },
        { name: 'gemini', state: 'missing', strict: true },
        { name: 'copilot', state: 'missing' },
        { name: 'qwen', state: 'missing' },
        { name: 'opencode', state: 'missing' },
      ],
    });
  });

  it('tells people what to set', async () => {
    const env = { OLLAMA_HOST: 'no host at all', CTX_MODEL: 'ollama/x' };
    const { stdout } = await runCtx(['models'], { env, terminal: colourTerminal });
    expect(stdout).toContain('set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN');
    expect(stdout).toContain('give --base-url, or set OPENAI_COMPATIBLE_BASE_URL');
    expect(stdout).toContain('OLLAMA_HOST is not the address of an API');
    expect(stdout).toContain('CTX_MODEL is ollama/x.');
  });

  it('asks each provider with --check: there or not, let in or not, and what it serves', async () => {
    const lists = await wireServer((response) => response.end('{"data":[{"id":"qwen3"},{"id":7}]}'));
    const google = await wireServer((response) =>
      response.end('{"models":[{"name":"models/gemini-2.5-pro"}]}'),
    );
    const refuses = await wireServer((response) => response.writeHead(401).end());
    const page = await wireServer((response) => response.end('<html>'));
    const env = {
      OLLAMA_HOST: lists.url,
      GEMINI_API_KEY: 'g',
      GOOGLE_GEMINI_BASE_URL: google.url,
      ANTHROPIC_API_KEY: 'a',
      ANTHROPIC_BASE_URL: refuses.url,
      OPENAI_API_KEY: 'o',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      OPENAI_COMPATIBLE_BASE_URL: page.url,
    };
    const { data } = await jsonOf(['models', '--check'], { env });
    expect(data).toMatchObject({
      providers: [
        { name: 'anthropic', reached: true, status: 401, serves: [] },
        { name: 'openai', reached: false, serves: [] },
        { name: 'google', reached: true, status: 200, serves: ['google/gemini-2.5-pro'] },
        { name: 'openai-compatible', reached: true, serves: [] },
        { name: 'ollama', reached: true, serves: ['ollama/qwen3'] },
      ],
    });
    expect(refuses.requests[0]?.headers).toMatchObject({ 'x-api-key': 'a' });
    expect(google.requests[0]?.headers).toMatchObject({ 'x-goog-api-key': 'g' });
    const { stdout } = await runCtx(['models', '--check'], { env });
    expect(stdout).toMatch(/answered with status 401[\s\S]* no .*cannot be reached[\s\S]*serves 1 model\n/);
    expect(stdout).toContain('ollama/qwen3');
  });

  it('claims nothing of a server that nobody asked', async () => {
    const { stdout } = await runCtx(['models'], { env: {} });
    expect(stdout).toMatch(
      /^ollama +unknown +http:.* without a credential; not checked \(--check asks it\)$/m,
    );
  });

  it('names the proxy with --check, where that is what does not answer', async () => {
    const proxy = `127.0.0.1:${await refusingPort()}`;
    const env = { HTTPS_PROXY: `http://${proxy}`, OPENAI_API_KEY: 'k', OLLAMA_HOST: proxy };
    const { stdout } = await runCtx(['models', '--check'], { env });
    expect(stdout).toContain(`OPENAI_API_KEY: The proxy ${proxy} cannot be reached (ECONNREFUSED)`);
    expect(stdout).toMatch(/^ollama +no .*without a credential, cannot be reached$/m);
  });

  it('names with --check the variable that keeps it from asking, and blames no provider', async () => {
    const env = { CTX_MODEL_IDLE_SECONDS: 'abc', OLLAMA_HOST: `127.0.0.1:${await refusingPort()}` };
    const { error } = await jsonOf(['models', '--check'], { env });
    expect(error).toMatchObject({ code: 'variable_invalid', target: 'CTX_MODEL_IDLE_SECONDS' });
  });
});
