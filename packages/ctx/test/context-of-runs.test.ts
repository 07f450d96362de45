// What a live model is told before the task, seen by the server that it asks, by the log and by a replay.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { jsonOf } from './scripted.js';
import { recordsOf } from './session-files.js';
import { chatChunk, eventStream, wireServer } from './wire-server.js';

const clock = { now: () => Date.UTC(2026, 10, 17), deterministic: false };
const live = ['--model', 'openai-compatible/local', '--no-sandbox', '--base-url'];
const answer = eventStream(chatChunk({ content: 'Done.' }, 'stop'), '[DONE]');

function systemIn(request: { readonly body: string } | undefined): string | undefined {
  const { messages }: { messages: { role: string; content: string }[] } = JSON.parse(request?.body ?? '{}');
  return messages.find(({ role }) => role === 'system')?.content;
}

describe('a live model', () => {
  it('is told the project’s notes; the log names them, and a replay comes out the same', async () => {
    const server = await wireServer(answer);
    const cwd = temporaryFolder({ 'AGENTS.md': 'Use tabs.\n' });
    const url = `${server.url}/v1`;
    const ran = await jsonOf(['run', '--task', 'Go.', ...live, url, '--session-id', 's'], { cwd, clock });
    expect(ran.exit_code).toBe(0);
    const system = systemIn(server.requests[0]);
    expect(system).toMatch(/^You are ctx.*Date: 2026-11-17.*Use tabs\./s);
    const log = recordsOf(join(cwd, '.context/sessions/s.jsonl'));
    const opened = log.find(({ type }) => type === 'run.opened');
    expect(opened).toMatchObject({
      settings: { system },
      context: [
        { kind: 'system', source: 'ctx', version: '1' },
        { kind: 'environment' },
        { kind: 'instructions', source: 'AGENTS.md' },
      ],
    });
    expect((await jsonOf(['verify', 's'], { cwd, clock })).exit_code).toBe(0);
    expect((await jsonOf(['replay', 's', '--verify'], { cwd, clock })).exit_code).toBe(0);
    const shown = await jsonOf(['run', '--task', 'Go.', ...live, url, '--show-context'], { cwd, clock });
    expect(shown.data).toMatchObject({ shown_context: [{ system, prompt: 'Go.' }] });
    expect(server.requests).toHaveLength(1);
  });

  it('is told the same when the session goes on, and the log says so again', async () => {
    const server = await wireServer(answer);
    const cwd = temporaryFolder({ 'AGENTS.md': 'Use tabs.\n' });
    await jsonOf(['run', '--task', 'Go.', ...live, `${server.url}/v1`, '--session-id', 's'], { cwd, clock });
    await jsonOf(['resume', '--last', '--task', 'More.', '--base-url', `${server.url}/v1`], { cwd, clock });
    expect(systemIn(server.requests[1])).toBe(systemIn(server.requests[0]));
    const opened = recordsOf(join(cwd, '.context/sessions/s.jsonl')).filter(
      ({ type }) => type === 'run.opened',
    );
    expect(opened).toHaveLength(2);
    expect(opened[1]).toMatchObject({ context: [{}, {}, { source: 'AGENTS.md' }] });
  });

  it.each([
    ['--no-context', ['--no-context'], {}],
    ['context: none', [], { context: 'none' }],
  ])('with %s is told the prompt alone', async (_, flags, settings) => {
    const server = await wireServer(answer);
    const config = { ...settings, runs: [{ run_id: 'r1', task: 'Go.' }] };
    const cwd = temporaryFolder({ 'AGENTS.md': 'Use tabs.\n', 'c.yaml': JSON.stringify(config) });
    await jsonOf(['run', 'c.yaml', ...live, `${server.url}/v1`, ...flags], { cwd, clock });
    expect(server.requests).toHaveLength(1);
    expect(systemIn(server.requests[0])).toBeUndefined();
  });

  it('gets a system prompt of one’s own in the place of ours', async () => {
    const server = await wireServer(answer);
    const cwd = temporaryFolder();
    const words = ['run', '--task', 'Go.', '--system', 'Be brief.', ...live, `${server.url}/v1`];
    await jsonOf(words, { cwd, clock });
    expect(systemIn(server.requests[0])).toMatch(/^Be brief\.\n\n# Environment\n/);
  });
});

describe('a script', () => {
  it('is told nothing, unless a config asks for it', async () => {
    const runs = [{ run_id: 'r1', task: 'Go.' }];
    const cwd = temporaryFolder({
      'AGENTS.md': 'Use tabs.\n',
      'c.yaml': JSON.stringify({ model: 'script:echo', context: { environment: false }, runs }),
    });
    const shown = async (...words: string[]) =>
      (await jsonOf(['run', ...words, '--show-context'], { cwd, clock })).data;
    expect(await shown('--task', 'Go.', '--model', 'script:echo')).toMatchObject({
      shown_context: [{ system: '', context: [] }],
    });
    expect(await shown('c.yaml')).toMatchObject({
      shown_context: [{ context: [{ kind: 'system' }, { kind: 'instructions' }] }],
    });
  });
});

it('shows a person the very text, and that nothing was sent', async () => {
  const cwd = temporaryFolder({ 'AGENTS.md': 'Use tabs.\n' });
  const words = ['run', '--task', 'Go.', '--model', 'anthropic/claude-haiku-4-5', '--show-context'];
  const { stdout, exitCode } = await runCtx(words, { cwd, clock });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Use tabs.');
  expect(stdout).toMatch(/instructions +AGENTS\.md +\d+ tokens\n/);
  expect(stdout).toMatch(/About \d+ tokens in all\. Nothing was sent\.\n$/);
});

it('refuses a key of context that nothing reads', async () => {
  const cwd = temporaryFolder({
    'c.yaml': JSON.stringify({ context: { instruction: false }, runs: [{ run_id: 'r1', task: 'Go.' }] }),
  });
  const { error } = await jsonOf(['run', 'c.yaml', '--model', 'script:echo'], { cwd, clock });
  expect(error?.code).toMatch(/^document_/);
});
