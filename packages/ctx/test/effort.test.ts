// `--effort`, as each provider's own wire format says it.

import { expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { testCredentials } from './model-server.js';
import { jsonOf } from './scripted.js';
import { wireServer } from './wire-server.js';

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
