import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { wordsOf } from '../../cli/wording.js';
import { words } from '../../cli/words.js';
import { Failure } from '../../protocol/failure.js';
import type { Model, ModelRequest } from '../ports.js';
import { rehearse, scriptOf } from '../rehearsal.fixture.js';
import { parseJsonPath } from './expectation.js';
import { parseScript, readScript } from './script-file.js';

const asked: ModelRequest = {
  system: 'Be brief.',
  messages: [
    { role: 'user', text: 'Fix the failing test.' },
    { role: 'assistant', content: [{ type: 'text', text: 'ok' }] },
    {
      role: 'tool',
      results: [
        { call_id: 'a', tool: 'read', output: 'one', is_error: false },
        { call_id: 'b', tool: 'read', output: 'two', is_error: true },
      ],
    },
  ],
  tools: [{ name: 'read', description: 'Reads.', input: {} }],
};

describe('a scripted model', () => {
  it('answers with its replies in order, with deterministic ids for its calls', async () => {
    const model = scriptOf(`
replies:
  - say: Look.
    call: [{ tool: read, input: { path: a } }, { tool: read }]
  - call: [{ tool: bash, id: mine, input: { command: ls } }, { tool: read }]
    usage: { input_tokens: 3 }
`);
    expect(await ask(model)).toEqual({
      kind: 'responded',
      finish: 'tool_calls',
      usage: { input_tokens: 0, output_tokens: 0 },
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'tool_call', call_id: 'call-1', tool: 'read', input: { path: 'a' } },
        { type: 'tool_call', call_id: 'call-2', tool: 'read', input: {} },
      ],
    });
    expect(await ask(model)).toMatchObject({
      usage: { input_tokens: 3, output_tokens: 0 },
      content: [{ call_id: 'mine' }, { call_id: 'call-4' }],
    });
  });

  it('goes on where the log says it was', async () => {
    const script =
      'replies: [{ call: [{ tool: a }, { tool: b }] }, { fault: { status: 500 } }, { call: [{ tool: c }] }]';
    expect(await ask(scriptOf(script, 2))).toMatchObject({ content: [{ call_id: 'call-3', tool: 'c' }] });
    expect(scriptOf(script, 3).leftOver?.()).toBeUndefined();
    expect(scriptOf(script, 1).leftOver?.()).toBe(
      'The script expected 3 model calls, got 1: 2 replies left over.',
    );
  });

  it('has the price and the window that the script gives it', () => {
    const model = scriptOf(
      'price: { input_usd_per_mtok: 0.25, output_usd_per_mtok: 10 }\ncontext_tokens: 1000\nreplies: []',
    );
    expect(model).toMatchObject({ price: { input: 250_000, output: 10_000_000 }, contextTokens: 1000 });
  });

  it('streams its text in a few pieces, never half a character', async () => {
    const pieces: string[] = [];
    await ask(scriptOf(`replies: [{ say: "${'😀é'.repeat(50)}" }]`), undefined, (piece) =>
      pieces.push(piece),
    );
    expect(pieces.length).toBe(4);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(pieces.join('')).toBe('😀é'.repeat(50));
  });

  it.each([
    [
      '{ fault: { status: 429, retry_after: 1.5 } }',
      { failure: 'status', status: 429, retry_after_ms: 1500, retryable: true },
    ],
    ['{ fault: { status: 400 } }', { failure: 'status', status: 400, retryable: false }],
    ['{ say: Half of it., fault: cut_off }', { failure: 'cut_off', retryable: true }],
    ['{ refuse: No. }', { finish: 'content_filter', content: [{ type: 'text', text: 'No.' }] }],
    ['{ say: Too lo, finish: length }', { finish: 'length' }],
    [
      '{ fault: malformed_call, call: [{ tool: read, input_text: "{" }] }',
      { content: [{ type: 'malformed_call', call_id: 'call-1', tool: 'read', input_text: '{' }] },
    ],
  ])('fails on purpose: %s', async (reply, answer) => {
    expect(await ask(scriptOf(`replies: [${reply}]`))).toMatchObject(answer);
  });

  it('says half of what was cut off', async () => {
    const pieces: string[] = [];
    await ask(
      scriptOf('replies: [{ say: 12345678, fault: cut_off }]'.replace('12345678', '"12345678"')),
      undefined,
      (piece) => pieces.push(piece),
    );
    expect(pieces.join('')).toBe('1234');
  });

  it('stops waiting and hanging when it is told to', async () => {
    for (const reply of ['{ delay_ms: 600000, say: a }', '{ hang: true }']) {
      const stop = new AbortController();
      const answer = ask(scriptOf(`replies: [${reply}]`), stop.signal);
      setImmediate(() => stop.abort());
      expect(await answer).toMatchObject({ kind: 'failed', message: 'The call was stopped.' });
      expect(await ask(scriptOf(`replies: [${reply}]`), AbortSignal.abort())).toMatchObject({
        kind: 'failed',
      });
    }
  });

  it('waits for as long as it is told, and answers then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let answered = false;
    const answer = ask(scriptOf('replies: [{ delay_ms: 20, say: a }]')).finally(() => {
      answered = true;
    });
    await vi.advanceTimersByTimeAsync(19);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ kind: 'responded' });
  });

  it('that is asked once too often says what it expected', async () => {
    const { outcome } = await rehearse({ script: 'replies: [{ say: a }]', prompts: ['1', '2'] });
    expect(outcome.stop_reason).toBe('model_error');
    expect(outcome.failure).toEqual({
      failure: 'script',
      retryable: false,
      message: 'The script expected 1 model call, got one more.',
    });
  });
});

describe('an expectation', () => {
  it.each([
    ['contains: two'],
    ['equals: "one\\ntwo"'],
    ['matches: { path: system, value: Be brief. }'],
    ['matches: { path: "$.messages[0].text", value: Fix the failing test. }'],
    [
      'matches: { path: "messages[-1].results[1]", value: { call_id: b, tool: read, output: two, is_error: true } }',
    ],
    ['matches: { path: \'tools[0]["name"]\', value: read }'],
    ['contains: one, matches: { path: "messages[1].role", value: assistant }'],
  ])('is met: %s', async (expect_) => {
    expect(await ask(scriptOf(`replies: [{ expect: { ${expect_} }, say: ok }]`))).toMatchObject({
      kind: 'responded',
    });
  });

  it.each([
    ['contains: three', 'expected the last message to contain "three", got "one\\ntwo"'],
    ['equals: one', 'expected the last message to be "one", got "one\\ntwo"'],
    ['matches: { path: "tools[0].name", value: bash }', 'expected tools[0].name to be "bash", got "read"'],
    ['matches: { path: messages.x, value: 1 }', 'expected messages.x to be 1, got nothing'],
    ['matches: { path: system.x.y, value: 1 }', 'expected system.x.y to be 1, got nothing'],
    [
      'matches: { path: "messages[9].text", value: null }',
      'expected messages[9].text to be null, got nothing',
    ],
  ])('that is not met shows expected and got: %s', async (expect_, words) => {
    expect(await ask(scriptOf(`replies: [{ expect: { ${expect_} }, say: ok }]`))).toEqual({
      kind: 'failed',
      failure: 'script',
      retryable: false,
      message: `Reply 1 of the script ${words}.`,
    });
  });

  it('shows long texts shortened, and holds against a first message or none', async () => {
    const long = { ...asked, messages: [{ role: 'user', text: 'x'.repeat(1000) } as const] };
    const model = scriptOf(
      'replies: [{ expect: { equals: a }, say: ok }, { expect: { contains: a }, say: ok }]',
    );
    const answer = await model.call(long, { signal: new AbortController().signal, onText: () => undefined });
    expect(answer).toMatchObject({ message: expect.stringMatching(/got "x{299}… \(1002 characters\)\.$/) });
    const none = await model.call(
      { ...asked, messages: [] },
      { signal: new AbortController().signal, onText: () => undefined },
    );
    expect(none).toMatchObject({ kind: 'failed' });
  });

  it('has a path that can be read, or none', () => {
    expect(parseJsonPath('$.a[0]["b c"].d-e')?.steps).toEqual(['a', 0, 'b c', 'd-e']);
    for (const text of ['a[', 'a[x]', 'a..b', '.', 'a b']) expect(parseJsonPath(text)).toBeUndefined();
  });
});

describe('a script file', () => {
  it.each([
    ['', 'empty'],
    ['a: [', 'line 1'],
    ['a: 1\na: 2', 'duplicated mapping key (line 2)'],
    ['a: &x 1\nb: *x', 'alias'],
    ['a: !!js/function x', 'tag'],
    ['[]', 'the document must be a mapping'],
    ['model: script/2\nreplies: []', 'model must be script/1'],
    ['model: script/1', 'the document needs replies'],
    ['model: script/1\nreplies: 1', 'replies must be a list'],
    ['model: script/1\ncontext_tokens: 1.5\nreplies: []', 'context_tokens must be a whole number'],
    ['model: script/1\nprice: { input_usd_per_mtok: 1 }\nreplies: []', 'price needs output_usd_per_mtok'],
    [
      'model: script/1\nprice: { input_usd_per_mtok: -1, output_usd_per_mtok: 1 }\nreplies: []',
      'must be 0 or more',
    ],
    [reply('text'), 'replies[0] must be a mapping'],
    [reply('{ delay_ms: 5 }'), 'reply 1 must have one of say, call, fault, refuse, hang'],
    [reply('{ say: 1 }'), 'replies[0].say must be a string'],
    [reply('{ say: "\\ud800" }'), 'a lone surrogate'],
    [reply('{ say: a, refuse: b }'), 'reply 1 cannot have say and refuse together'],
    [reply('{ hang: true, say: b }'), 'reply 1 cannot have say and hang together'],
    [reply('{ hang: 1 }'), 'replies[0].hang'],
    [reply('{ fault: cut_off, call: [] }'), 'reply 1 must have `say`, and no `call`, to be cut off'],
    [reply('{ fault: other }'), 'replies[0].fault must be one of cut_off, malformed_call'],
    [reply('{ fault: { status: 200 } }'), 'replies[0].fault.status must be 400 or more'],
    [reply('{ fault: { status: 500 }, say: a }'), 'reply 1 cannot have a status and an answer together'],
    [reply('{ fault: malformed_call, say: a }'), '`input_text`'],
    [reply('{ call: [{ tool: a, input_text: "{" }] }'), '`fault: malformed_call`'],
    [reply('{ call: [{ input: {} }] }'), 'replies[0].call[0] needs tool'],
    [
      reply('{ fault: malformed_call, call: [{ tool: a, input: 1, input_text: x }] }'),
      '`input` and `input_text` together',
    ],
    [reply('{ call: { tool: a } }'), 'replies[0].call must be a list'],
    [reply('{ say: a, finish: stop }'), 'replies[0].finish must be length'],
    [reply('{ say: a, usage: { input_tokens: -1 } }'), 'replies[0].usage.input_tokens must be 0 or more'],
    [reply('{ say: a, expect: { matches: { path: "a[" , value: 1 } } }'), 'a `path` like'],
    [reply('{ say: a, expect: { matches: { path: a } } }'), 'replies[0].expect.matches needs value'],
  ])('is refused: %j', (text, message) => {
    const failure = failureOf(() => parseScript(text, 'x.yaml'));
    expect(failure.where.target).toBe('x.yaml');
    expect(wordsOf(words, failure, 'ctx').message).toContain(message);
  });

  it.each([
    ['model: script/1\nrepleis: []', 'repleis', 'replies'],
    [reply('{ sya: a }'), 'replies[0].sya', 'say'],
    [reply('{ say: a, expect: { contain: x } }'), 'replies[0].expect.contain', 'contains'],
    [reply('{ call: [{ tol: x }] }'), 'replies[0].call[0].tol', 'tool'],
    [reply('{ fault: { statsu: 500 } }'), 'replies[0].fault.statsu', 'status'],
    [reply('{ say: a, zzzzzz: 1 }'), 'replies[0].zzzzzz', undefined],
  ])('names an unknown key and the nearest known one: %j', (text, key, nearest) => {
    const failure = failureOf(() => parseScript(text, 'x.yaml'));
    expect(failure).toMatchObject({
      code: 'document_key_unknown',
      where: { target: 'x.yaml', key, nearest },
    });
  });

  it('is read from the disk with the digest of its bytes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ctx-script-'));
    const path = join(folder, 'a.yaml');
    writeFileSync(path, 'model: script/1\nreplies: [{ say: a }]\n');
    const { script, digest } = readScript(path);
    expect(script.replies).toHaveLength(1);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    rmSync(folder, { recursive: true });
    expect(failureOf(() => readScript(path)).code).toBe('file_not_found');
  });
});

function reply(text: string): string {
  return `model: script/1\nreplies: [${text}]`;
}

function ask(
  model: Model,
  signal = new AbortController().signal,
  onText: (piece: string) => void = () => undefined,
) {
  return model.call(asked, { signal, onText });
}

function failureOf(act: () => unknown): Failure {
  try {
    act();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
