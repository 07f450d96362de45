import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixedClock } from '../../../test/in-process.js';
import { documentsIn, facts, spansOf } from '../../../test/otlp.js';
import { recordSession } from '../../../test/recorded-session.js';
import { jsonOf } from '../../../test/scripted.js';
import { wireServer } from '../../../test/wire-server.js';

const looked = {
  replies: [
    {
      say: 'I look first.',
      call: [
        { tool: 'read', input: { path: 'a.txt' } },
        { tool: 'bash', input: { command: 'rm -rf x' } },
        { tool: 'bash', input: { command: 'exit 3' } },
      ],
      usage: { input_tokens: 1200, output_tokens: 30 },
    },
    { say: 'All done.', usage: { input_tokens: 1300, output_tokens: 5 } },
  ],
  script: { price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 } },
  flags: ['--deny-tool', 'bash(rm *)'],
} as const;

async function traced(cwd: string, ...flags: readonly string[]): Promise<string> {
  const { data, error } = await jsonOf(['export', 's', '--format', 'otlp', '--out', 'otlp', ...flags], {
    cwd,
  });
  expect(error).toBeUndefined();
  expect(data?.['files']).toEqual(['traces.otlp.jsonl']);
  return readFileSync(join(cwd, 'otlp/traces.otlp.jsonl'), 'utf8');
}

it('tells of a run as an agent, its model calls and its tool calls, with usage, cost and denials', async () => {
  const { cwd } = await recordSession(looked);
  const spans = spansOf(documentsIn(await traced(cwd)));
  const root = spans.find(({ name }) => name === 'invoke_agent ctx');
  expect(root?.parentSpanId).toBeUndefined();
  expect(facts(root?.attributes ?? [])).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': 'ctx',
    'gen_ai.conversation.id': 's',
    'gen_ai.usage.input_tokens': 2500,
    'gen_ai.usage.cost': 0.008025,
    'ctx.run.denials': 1,
    'ctx.run.stop_reason': 'completed',
  });
  expect(
    spans.map(({ name, kind, status, parentSpanId }) => [
      name,
      kind,
      status.code,
      parentSpanId === root?.spanId,
    ]),
  ).toEqual([
    ['chat script:s.yaml', 3, 0, true],
    ['execute_tool read', 1, 0, true],
    ['execute_tool bash', 1, 2, true],
    ['execute_tool bash', 1, 2, true],
    ['chat script:s.yaml', 3, 0, true],
    ['invoke_agent ctx', 1, 0, false],
  ]);
  const [chat, , denied, failed] = spans.map(({ attributes }) => facts(attributes));
  expect(chat).toMatchObject({
    'gen_ai.usage.input_tokens': 1200,
    'gen_ai.response.finish_reasons': ['tool_call'],
  });
  expect(denied).toMatchObject({ 'error.type': 'denied', 'ctx.policy.rule': 'bash(rm *)' });
  expect(failed).toMatchObject({ 'error.type': 'tool_error', 'ctx.tool.exit_code': 3 });
});

it('says nothing that was said, asked, read or run without --content, and all of it with', async () => {
  const { cwd } = await recordSession(looked);
  const bare = await traced(cwd);
  for (const secret of ['Do it.', 'I look first', 'All done', 'alpha', 'rm -rf', 'a.txt'])
    expect(bare).not.toContain(secret);
  const { error } = await jsonOf(['export', 's', '--format', 'otlp', '--content', '--out', 'full'], { cwd });
  expect(error).toBeUndefined();
  const full = readFileSync(join(cwd, 'full/traces.otlp.jsonl'), 'utf8');
  const [chat, read, denied] = spansOf(documentsIn(full)).map(({ attributes }) => facts(attributes));
  expect(JSON.parse(String(chat?.['gen_ai.input.messages']))).toEqual([
    { role: 'user', parts: [{ type: 'text', content: 'Do it.' }] },
  ]);
  expect(JSON.parse(String(chat?.['gen_ai.output.messages']))).toMatchObject([
    {
      role: 'assistant',
      finish_reason: 'tool_call',
      parts: [{ type: 'text', content: 'I look first.' }, { type: 'tool_call', name: 'read' }, {}, {}],
    },
  ]);
  expect(read).toMatchObject({
    'gen_ai.tool.call.arguments': '{"path":"a.txt"}',
    'gen_ai.tool.call.result': 'alpha\n',
  });
  expect(denied).toMatchObject({ 'gen_ai.tool.call.arguments': '{"command":"rm -rf x"}' });
});

const impatient = { ...fixedClock, wait: async () => {} };

it('sends to a collector what a file would hold, with the headers and the name that OTEL_* say', async () => {
  const { cwd } = await recordSession(looked);
  const collector = await wireServer((response) => response.end('{}'));
  const env = {
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_SERVICE_NAME: 'my-agents',
    OTEL_RESOURCE_ATTRIBUTES: 'team=a,deployment.environment=ci',
  };
  const { data } = await jsonOf(['export', 's', '--format', 'otlp', '--endpoint', collector.url], {
    cwd,
    env,
  });
  expect(data).toMatchObject({ endpoint: `${collector.url}/v1/traces`, spans: 6, runs: ['r1'] });
  const [request] = collector.requests;
  expect(request?.headers).toMatchObject({ authorization: 'Bearer abc', 'content-type': 'application/json' });
  const documents = documentsIn(request?.body ?? '');
  expect(spansOf(documents)).toEqual(spansOf(documentsIn(await traced(cwd))));
  expect(facts(documents[0]?.resourceSpans[0]?.resource.attributes ?? [])).toEqual({
    'service.name': 'my-agents',
    team: 'a',
    'deployment.environment': 'ci',
  });
});

it('tries again where that can help, and says what was taken where it cannot', async () => {
  const { cwd } = await recordSession(looked);
  const busy = await wireServer((response, attempt) => {
    response.writeHead(attempt < 3 ? 503 : 200, { 'retry-after': '0' }).end();
  });
  const argv = (url: string) => ['export', 's', '--format', 'otlp', '--endpoint', url];
  expect((await jsonOf(argv(busy.url), { cwd, clock: impatient })).data).toMatchObject({ spans: 6 });
  expect(busy.requests.length).toBe(3);
  const away = await wireServer((response) => response.writeHead(503).end());
  expect((await jsonOf(argv(away.url), { cwd, clock: impatient })).error).toMatchObject({
    code: 'collector_failed',
    retryable: true,
  });
  const closed = await wireServer((response) => response.writeHead(401).end());
  const { error } = await jsonOf(argv(closed.url), { cwd, clock: impatient });
  expect(error).toMatchObject({ code: 'collector_refused', retryable: false });
  expect(closed.requests.length).toBe(1);
  const half = await wireServer((response) => response.end('{"partialSuccess":{"rejectedSpans":"2"}}'));
  expect((await jsonOf(argv(half.url), { cwd, clock: impatient })).error?.code).toBe('collector_refused');
});

it('gives up on a collector that hangs, answers drop by drop or sends elsewhere', async () => {
  const { cwd } = await recordSession(looked);
  const env = { OTEL_EXPORTER_OTLP_TIMEOUT: '20' };
  const argv = (url: string) => ['export', 's', '--format', 'otlp', '--endpoint', url];
  const silent = await wireServer(() => {});
  expect((await jsonOf(argv(silent.url), { cwd, env, clock: impatient })).error?.code).toBe(
    'collector_failed',
  );
  const slow = await wireServer((response) => void response.writeHead(200).write('{'));
  expect((await jsonOf(argv(slow.url), { cwd, env, clock: impatient })).error?.code).toBe('collector_failed');
  const elsewhere = await wireServer((response) => response.end());
  const sends = await wireServer((response) => response.writeHead(307, { location: elsewhere.url }).end());
  expect((await jsonOf(argv(sends.url), { cwd, clock: impatient })).error?.code).toBe('collector_refused');
  expect(elsewhere.requests).toEqual([]);
});

it('refuses an address that is none, one with a credential, gRPC, and flags that belong to another format', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Hi.' }] });
  const refused = async (env: Record<string, string>, ...argv: readonly string[]) =>
    (await jsonOf(['export', 's', ...argv], { cwd, env })).error?.code;
  const otlp = ['--format', 'otlp', '--endpoint'];
  expect(await refused({}, ...otlp, 'localhost:4318')).toBe('otel_endpoint_invalid');
  expect(await refused({}, ...otlp, 'http://u:p@127.0.0.1:1')).toBe('otel_endpoint_invalid');
  expect(await refused({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, ...otlp, 'http://127.0.0.1:1')).toBe(
    'otel_endpoint_invalid',
  );
  expect(await refused({}, '--endpoint', 'http://127.0.0.1:1')).toBe('flags_contradict');
  expect(await refused({}, '--format', 'atif', '--content')).toBe('flags_contradict');
  expect(await refused({}, '--format', 'otlp', '--run-id', 'r9', '--out', 'none')).toBe('run_unknown');
});
