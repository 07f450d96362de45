import { join } from 'node:path';
import type { LLMock } from '@copilotkit/aimock';
import { describe, expect, it } from 'vitest';
import type { SessionRecord } from '../src/protocol/records.js';
import { transcriptOf } from '../src/session/transcript.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { everyProvider, modelServer, type ReachedModel, testCredentials } from './model-server.js';
import { jsonOf } from './scripted.js';
import { recordsOf } from './session-files.js';

const task = 'Say what a.txt holds, and write it into b.txt.';

/** One task: read, write, answer. The same conversation in every wire format. */
function conversation(server: LLMock): void {
  const after = (text: string) => ({ userMessage: /a\.txt/, hasToolResult: true, toolResultContains: text });
  server.on(after('alpha'), {
    content: 'It holds alpha.',
    toolCalls: [{ name: 'write', arguments: '{"path":"b.txt","content":"alpha\\n"}' }],
  });
  server.on(after('b.txt'), { content: 'It holds alpha, and so does b.txt now.' });
  server.on(
    { userMessage: /a\.txt/, hasToolResult: false },
    {
      content: 'I read both at once.',
      toolCalls: [
        { name: 'read', arguments: '{"path":"none.txt"}' },
        { name: 'read', arguments: '{"path":"a.txt"}' },
      ],
    },
    { chunkSize: 4 },
  );
}

async function drive({ name, baseUrl }: ReachedModel, server: LLMock) {
  const cwd = temporaryFolder({ 'a.txt': 'alpha\n' });
  const outside = { cwd, env: testCredentials };
  const argv = ['run', '--no-sandbox', '--task', task, '--model', name, '--base-url', baseUrl(server.url)];
  const streamed = await runCtx(
    [...argv, '--session-id', 's', '--system', 'Be brief.', '--output-format', 'stream-json'],
    outside,
  );
  const events: { type?: string; text?: string; call?: number }[] = streamed.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { cwd, outside, events, records: recordsOf(join(cwd, '.context/sessions/s.jsonl')) };
}

/** What does not depend on who the model is: ids and figures are its own, and so is what it thinks by itself. */
function transcriptWithoutIds(records: readonly SessionRecord[]) {
  const ids = new Map<string, string>();
  const named = (id: string) => {
    if (!ids.has(id)) ids.set(id, `call-${ids.size + 1}`);
    return ids.get(id);
  };
  return transcriptOf(records).runs.map(({ run_id, stop_reason, turns }) => ({
    run_id,
    stop_reason,
    turns: turns.map(({ messages, ...turn }) => ({
      ...turn,
      messages: messages
        .filter(({ role }) => role !== 'reasoning')
        .map((message) => ('call_id' in message ? { ...message, call_id: named(message.call_id) } : message)),
    })),
  }));
}

describe('one task through every provider’s wire format', () => {
  it('gives the same transcript, the same records and the same effects', async () => {
    const server = await modelServer(conversation);
    const driven = [];
    for (const model of everyProvider) driven.push(await drive(model, server));
    const [first, ...others] = driven;
    expect(first && transcriptWithoutIds(first.records)).toMatchObject([
      {
        stop_reason: 'completed',
        turns: [
          {
            messages: [
              { role: 'user', text: task },
              { role: 'assistant', text: 'I read both at once.' },
              { role: 'tool_call', call_id: 'call-1', tool: 'read' },
              { role: 'tool_call', call_id: 'call-2', tool: 'read' },
              { role: 'tool_result', call_id: 'call-1', is_error: true },
              { role: 'tool_result', call_id: 'call-2', output: expect.stringContaining('alpha') },
              { role: 'assistant', text: 'It holds alpha.' },
              { role: 'tool_call', call_id: 'call-3', tool: 'write' },
              { role: 'tool_result', call_id: 'call-3', is_error: false },
              { role: 'assistant', text: 'It holds alpha, and so does b.txt now.' },
            ],
          },
        ],
      },
    ]);
    for (const { records } of others) {
      expect(transcriptWithoutIds(records)).toEqual(first && transcriptWithoutIds(first.records));
      expect(records.map(({ type }) => type)).toEqual(first?.records.map(({ type }) => type));
    }
  });

  it.each(everyProvider)('verifies and replays byte for byte: $name', async (model) => {
    const server = await modelServer(conversation);
    const { outside, records } = await drive(model, server);
    expect((await jsonOf(['verify', 's'], outside)).data).toMatchObject({ verdict: 'pass' });
    const replay = await jsonOf(['replay', 's', '--verify'], { ...outside, env: {} });
    expect(replay.data).toMatchObject({ identical: true, records: records.length });
  });

  it.each(everyProvider)('streams what is said, piece by piece: $name', async (model) => {
    const server = await modelServer(conversation);
    const { events } = await drive(model, server);
    const said = events.filter(({ type, call }) => type === 'text.delta' && call === 1);
    expect(said.length).toBeGreaterThan(2);
    expect(said.map(({ text }) => text).join('')).toBe('I read both at once.');
    expect(events.at(-1)).toMatchObject({ command: 'run', exit_code: 0 });
  });
});
