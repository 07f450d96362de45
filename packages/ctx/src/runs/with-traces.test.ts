import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { fixedClock } from '../../test/in-process.js';
import { documentsIn, facts, spansOf } from '../../test/otlp.js';
import { until } from '../../test/processes.js';
import { recordSession } from '../../test/recorded-session.js';
import { jsonOf } from '../../test/scripted.js';
import { type WireServer, wireServer } from '../../test/wire-server.js';
import { keepUnsent } from '../traces/unsent.js';

const replies = [{ call: [{ tool: 'read', input: { path: 'a.txt' } }] }, { say: 'Done.' }];
const script = JSON.stringify({ model: 'script/1', replies });
const spansAt = (collector: WireServer) =>
  spansOf(collector.requests.flatMap(({ body }) => documentsIn(body)));
/** Its end waits for the collector as long as that takes. */
const clock = { ...fixedClock, alarm: () => () => {} };
/** Its end does not wait for the collector at all. */
const hurried = {
  ...fixedClock,
  alarm: (_: number, ring: () => void) => {
    ring();
    return () => {};
  },
};
const run = ['run', '--task', 'Do it.', '--model', 'script:s.yaml', '--session-id', 's'];

function project(config?: string): string {
  const cwd = temporaryFolder({ 's.yaml': script, 'a.txt': 'alpha\n' });
  if (config === undefined) return cwd;
  mkdirSync(join(cwd, '.context'));
  writeFileSync(join(cwd, '.context/config.yaml'), config);
  return cwd;
}

it('sends the spans of a run while it happens, the same that an export has, where OTEL_* name a collector', async () => {
  const cwd = project();
  const collector = await wireServer((response) => response.end());
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=12345678' };
  const { data } = await jsonOf(run, { cwd, env, clock });
  expect(data?.['warnings']).toEqual([]);
  const after = await wireServer((response) => response.end());
  await jsonOf(['export', 's', '--format', 'otlp', '--endpoint', after.url], { cwd });
  expect(spansAt(collector)).toEqual(spansAt(after));
  expect(spansAt(collector).map(({ name }) => name)).toContain('execute_tool read');
  expect(collector.requests[0]?.headers['x-key']).toBe('12345678');
});

it('completes a run in spite of a collector that is away, refuses, hangs or cannot be one, and says what was lost', async () => {
  const warned = async (endpoint: string, more: Record<string, string> = {}) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more };
    const { data } = await jsonOf(run, { cwd: project(), env, clock });
    expect(data).toMatchObject({ runs: [{ stop_reason: 'completed' }] });
    return String(data?.['warnings']);
  };
  const refusing = await wireServer((response) => response.writeHead(400).end());
  const hanging = await wireServer(() => {});
  expect(await warned(refusing.url)).toContain('did not take 4 of 4 spans: it answered 400');
  expect(await warned(hanging.url, { OTEL_EXPORTER_OTLP_TIMEOUT: '20' })).toContain(
    'did not take 4 of 4 spans',
  );
  expect(await warned('http://127.0.0.1:1')).toContain('did not take 4 of 4 spans: ECONNREFUSED');
  expect(await warned('nowhere')).toContain('no traces were sent');
  expect(await warned(refusing.url, { OTEL_SDK_DISABLED: 'true' })).toBe('');
  expect(await warned(refusing.url, { OTEL_TRACES_EXPORTER: 'none' })).toBe('');
});

it('follows a config that was named, before the environment, and gives it none of the environment’s headers', async () => {
  const collector = await wireServer((response) => response.end());
  const elsewhere = await wireServer((response) => response.end());
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: elsewhere.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=12345678' };
  const runs = [{ run_id: 'r1', task: 'Do it.' }];
  const config = (otel: unknown) => JSON.stringify({ model: 'script:s.yaml', otel, runs });
  const cwd = project();
  writeFileSync(join(cwd, 'c.yaml'), config({ endpoint: collector.url, content: true }));
  await jsonOf(['run', 'c.yaml'], { cwd, env, clock });
  expect(elsewhere.requests).toEqual([]);
  expect(collector.requests[0]?.headers['x-key']).toBeUndefined();
  const read = spansAt(collector).find(({ name }) => name === 'execute_tool read');
  expect(facts(read?.attributes ?? [])).toMatchObject({ 'gen_ai.tool.call.result': 'alpha\n' });
  writeFileSync(join(cwd, 'off.yaml'), config('off'));
  await jsonOf(['run', 'off.yaml'], { cwd, env, clock });
  expect(elsewhere.requests).toEqual([]);
});

it('sends nothing to an endpoint that only a project names until a person trusts it, and runs all the same', async () => {
  const collector = await wireServer((response) => response.end());
  const cwd = project(`otel: { endpoint: "${collector.url}" }\n`);
  const env = { HOME: temporaryFolder() };
  const { data } = await jsonOf(run, { cwd, env, clock });
  expect(String(data?.['warnings'])).toContain('names an endpoint that you have not trusted');
  expect(collector.requests).toEqual([]);
  await jsonOf([...run.slice(0, -1), 'second', '--trust'], { cwd, env, clock });
  expect(spansAt(collector).length).toBe(4);
});

it('goes on with the trace of a session that is resumed', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Hi.' }] });
  const collector = await wireServer((response) => response.end());
  const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` };
  await jsonOf(['resume', 's', '--task', 'More.', '--model', 'script:echo'], { cwd, env, clock });
  const names = spansAt(collector).map(({ name }) => name);
  expect(names).toEqual(['chat script:echo', 'invoke_agent ctx']);
});

/** A collector that answers nobody until it is let. */
async function heldCollector() {
  const held: ServerResponse[] = [];
  let status: number | undefined;
  const collector = await wireServer((response) => {
    if (status === undefined) held.push(response);
    else response.writeHead(status).end();
  });
  const release = (code: number) => {
    status = code;
    for (const response of held.splice(0)) response.writeHead(code).end();
  };
  return { collector, release };
}

it('waits for no collector: what was not answered for goes to a process of its own, without the headers in any file', async () => {
  const { collector, release } = await heldCollector();
  const HOME = temporaryFolder();
  const folder = join(HOME, '.local/state/ctx/unsent-traces');
  const env = {
    HOME,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=12345678',
  };
  const { data } = await jsonOf(run, { cwd: project(), env, clock: hurried });
  expect(data).toMatchObject({ warnings: [], runs: [{ stop_reason: 'completed' }] });
  const kept = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  expect(kept.length).toBe(1);
  expect(readFileSync(join(folder, kept[0] ?? ''), 'utf8')).not.toContain('12345678');
  release(200);
  await until(() => readdirSync(folder).length === 0);
  const names = new Set(spansAt(collector).map(({ name }) => name));
  expect([...names].sort()).toEqual(['chat script:s.yaml', 'execute_tool read', 'invoke_agent ctx']);
  expect(collector.requests.every(({ headers }) => headers['x-key'] === '12345678')).toBe(true);
});

it('keeps what a collector did not take after all, tells the next run, and sends it when somebody asks', async () => {
  const HOME = temporaryFolder();
  const folder = join(HOME, '.local/state/ctx/unsent-traces');
  const { collector, release } = await heldCollector();
  const env = { HOME, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_TIMEOUT: '20' };
  const cwd = project();
  await jsonOf(run, { cwd, env, clock: hurried });
  const tried = () => readdirSync(folder).filter((name) => name.endsWith('.tried.otlp.jsonl'));
  await until(() => tried().length === 1);
  const next = await jsonOf([...run.slice(0, -1), 'second'], {
    cwd,
    env: { HOME, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    clock,
  });
  expect(String(next.data?.['warnings'])).toContain('the traces of 1 earlier run could not be sent');
  const send = () => jsonOf(['export', '--format', 'otlp', '--unsent'], { cwd, env: { HOME } });
  release(503);
  const impatient = { ...fixedClock, wait: async () => {} };
  const failed = await jsonOf(['export', '--format', 'otlp', '--unsent'], {
    cwd,
    env: { HOME },
    clock: impatient,
  });
  expect(failed.error).toMatchObject({ code: 'collector_failed' });
  release(200);
  expect((await send()).data).toEqual({ spans: 4 });
  expect(readdirSync(folder)).toEqual([]);
  expect((await send()).data).toEqual({ spans: 0 });
});

it('drops what a collector refuses, says so, and keeps the spans of sixteen runs at most', async () => {
  const HOME = temporaryFolder();
  const folder = join(HOME, '.local/state/ctx/unsent-traces');
  const { collector, release } = await heldCollector();
  release(400);
  const to = { endpoint: collector.url, from: 'otel.endpoint', isOwn: false };
  for (let i = 0; i < 20; i++) keepUnsent(folder, to, [{ text: '{}', spans: 3 }], i);
  expect(readdirSync(folder).length).toBe(16);
  const { error } = await jsonOf(['export', '--format', 'otlp', '--unsent'], { env: { HOME } });
  expect(error).toMatchObject({ code: 'collector_refused' });
  expect(readdirSync(folder)).toEqual([]);
  const contradicting = await jsonOf(['export', 's', '--format', 'otlp', '--unsent'], { env: { HOME } });
  expect(contradicting.error?.code).toBe('flags_contradict');
});
