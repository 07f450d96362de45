// Every kind of session, our own and those of other agents, in every format: held against what each format wants.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type AtifDocument, atifFaults } from '../../../test/atif.js';
import { importTest } from '../../../test/imported-transcript.js';
import { runCtx } from '../../../test/in-process.js';
import { documentsIn, official, spansOf } from '../../../test/otlp.js';
import { jsonOf } from '../../../test/scripted.js';
import { sessionKinds } from '../../../test/sessions-of-every-kind.js';
import { transcriptOf } from '../../foreign/fixtures/transcripts.js';
import { transcriptHosts } from '../../foreign/known-hosts.js';

it.each(Object.entries(sessionKinds))('every format tells of %s', async (_, record) => {
  const { cwd } = await record();
  await holds('s', cwd);
});

it.each(transcriptHosts)('every format tells of an imported session of %s', async (host) => {
  const test = importTest(host, host === 'opencode' ? 'session.json' : undefined);
  test.write(transcriptOf(host));
  test.done({ ended: true });
  const told = await holds(test.log, test.folder);
  expect(told.comment).toContain(host);
  expect(told.steps).toBeGreaterThan(1);
});

async function holds(session: string, cwd: string): Promise<{ comment: string; steps: number }> {
  await holdsAsTraces(session, cwd);
  const steps = await holdsAsTrajectories(session, cwd);
  const { exitCode, stdout } = await runCtx(['export', session, '--format', 'markdown'], { cwd });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^### (✅|❌|⏸️) /u);
  return { comment: stdout, steps };
}

async function holdsAsTraces(session: string, cwd: string): Promise<void> {
  const written = async (out: string) => {
    const argv = ['export', session, '--format', 'otlp', '--content', '--out', out];
    expect((await jsonOf(argv, { cwd })).error).toBeUndefined();
    return readFileSync(join(cwd, out, 'traces.otlp.jsonl'), 'utf8');
  };
  const text = await written('otlp');
  const documents = documentsIn(text);
  for (const document of documents) expect(document).toEqual(official(document));
  const spans = spansOf(documents);
  expect(spans.some(({ name }) => name.startsWith('invoke_agent '))).toBe(true);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(ids.size).toBe(spans.length);
  for (const { traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(spanId).toMatch(/^[0-9a-f]{16}$/);
    if (parentSpanId !== undefined) expect(ids).toContain(parentSpanId);
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  }
  expect(await written('again')).toBe(text);
}

async function holdsAsTrajectories(session: string, cwd: string): Promise<number> {
  const { error } = await jsonOf(['export', session, '--format', 'atif', '--out', 'atif'], { cwd });
  expect(error).toBeUndefined();
  const documents = readdirSync(join(cwd, 'atif')).map(
    (name): AtifDocument => JSON.parse(readFileSync(join(cwd, 'atif', name), 'utf8')),
  );
  for (const document of documents) expect(atifFaults(document)).toEqual([]);
  return documents.reduce((sum, { steps }) => sum + steps.length, 0);
}
