// `--effort`, as each provider's own wire format says it.

import { expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { testCredentials } from './model-server.js';
import { onTerminal } from './on-terminal.js';
import { jsonOf } from './scripted.js';
import { eventStream, wireServer } from './wire-server.js';

it.each([
  ['anthropic/claude-opus-5-5', '/v1', { output_config: { effort: 'low' } }],
  ['openai/gpt-5', '/v1', { reasoning: { effort: 'low' } }],
  [
    'google/gemini-3.1-pro-preview',
    '/v1beta',
    { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } },
  ],
  ['google/gemini-2.5-pro', '/v1beta', { generationConfig: { thinkingConfig: { thinkingBudget: 1024 } } }],
  ['openai-compatible/local', '/v1', { reasoning_effort: 'low' }],
  ['ollama/qwen3', '/v1', { reasoning_effort: 'low' }],
])('%s is asked to think as much as it should', async (model, root, wanted) => {
  const server = await wireServer((response) => response.writeHead(400).end('{}'));
  const words = [
    'run',
    '-p',
    'Go.',
    '--model',
    model,
    '--base-url',
    `${server.url}${root}`,
    '--effort',
    'low',
  ];
  await jsonOf([...words, '--no-sandbox'], { cwd: temporaryFolder(), env: testCredentials });
  expect(JSON.parse(server.requests[0]?.body ?? '{}')).toMatchObject(wanted);
});

it('can be changed between two turns of a conversation, and asked for', async () => {
  const server = await wireServer(
    eventStream({ choices: [{ index: 0, delta: { content: 'Yes.' }, finish_reason: 'stop' }] }, '[DONE]'),
  );
  const cwd = temporaryFolder();
  const prompt = '\u001b[0J> ';
  const { exitCode, shown, unseen } = await onTerminal(
    ['chat', '--model', 'openai-compatible/local', '--base-url', `${server.url}/v1`, '--no-sandbox'],
    [
      [prompt, '/effort\r'],
      ['the default of the model', ''],
      [prompt, '/effort most\r'],
      ['Say /effort low, /effort medium, /effort high.', ''],
      [prompt, '/effort low\r'],
      [prompt, 'Is it so?\r'],
      [prompt, '/effort high\r'],
      [prompt, 'And now?\r'],
      [prompt, '/effort\r'],
      ['high', ''],
      [prompt, '\u0004'],
    ],
    { cwd, home: temporaryFolder() },
  );
  expect({ exitCode, unseen }, shown).toEqual({ exitCode: 0, unseen: '' });
  expect(server.requests.map(({ body }) => JSON.parse(body)['reasoning_effort'])).toEqual(['low', 'high']);
});
