// Every kind of session, our own and those of other agents, in every format: held against what each format wants.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type AtifDocument, atifFaults } from '../../../test/atif.js';
import { temporaryFolder } from '../../../test/folder.js';
import { hookCall } from '../../../test/hook-call.js';
import { importTest } from '../../../test/imported-transcript.js';
import { runCtx } from '../../../test/in-process.js';
import { memoryProject } from '../../../test/memory-project.js';
import { documentsIn, official, spansOf } from '../../../test/otlp.js';
import { jsonOf } from '../../../test/scripted.js';
import { sessionKinds } from '../../../test/sessions-of-every-kind.js';
import { transcriptOf } from '../../foreign/fixtures/transcripts.js';
import { transcriptHosts } from '../../foreign/known-hosts.js';
import { foreignSessionsFolder } from '../../session/foreign-sessions.js';

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

/** As hooks tell of it: a denial, an approval, a failure, a compaction, a subagent. */
async function captured(): Promise<{ cwd: string; log: string }> {
  const project = await memoryProject();
  project.write('config.yaml', 'hooks:\n  deny: [{ rule: "Bash(rm *)", because: not here }]\n');
  const ls = { tool_name: 'Bash', tool_input: { command: 'ls' } };
  const failed = { ...ls, hook_event_name: 'PostToolUseFailure', tool_use_id: 'c', error: 'no' };
  const events: [string, object][] = [
    ['SessionStart', { source: 'startup', model: 'sonnet' }],
    ['UserPromptSubmit', { prompt: 'List the files.' }],
    ['PreToolUse', { ...ls, tool_use_id: 'a' }],
    ['PostToolUse', { ...ls, tool_use_id: 'a', tool_response: { stdout: 'README' } }],
    ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'rm x' }, tool_use_id: 'b' }],
    ['PreCompact', { trigger: 'auto' }],
    ['PreToolUse', { ...ls, tool_use_id: 'c' }],
    ['PermissionRequest', { ...ls }],
    ['PostToolUseFailure', failed],
    ['PreToolUse', { ...ls, tool_use_id: 'd', agent_id: 'sub' }],
    ['PostToolUse', { ...ls, tool_use_id: 'd', agent_id: 'sub', tool_response: 'x' }],
    ['SubagentStop', { agent_id: 'sub', last_assistant_message: 'Done.' }],
    ['Stop', { last_assistant_message: 'There is one.' }],
    ['SessionEnd', { reason: 'exit' }],
  ];
  for (const [event, fields] of events) await hookCall(project, event, { transcript_path: '', ...fields });
  const folder = foreignSessionsFolder(project.root, project.env) ?? '';
  return { cwd: temporaryFolder(), log: join(folder, 'claude-code-one.jsonl') };
}

it('every format tells of a session that hooks captured, with its denial, its subagent and what was said', async () => {
  const { cwd, log } = await captured();
  const { comment } = await holds(log, cwd);
  expect(comment).toContain('claude-code');
  expect(comment).toContain('Denied: 1 call');
  expect(comment).toContain('`ls` → 0');
  expect(comment).toContain('There is one.');
  expect((await jsonOf(['report', log, '--out', 'report'], { cwd })).error).toBeUndefined();
  const page = readFileSync(join(cwd, 'report/run-main.html'), 'utf8');
  for (const told of ['rm x', 'not here', 'README', 'sandbox not known']) expect(page).toContain(told);
  expect(readdirSync(join(cwd, 'atif')).sort()).toEqual([
    'agent-sub.trajectory.json',
    'main.trajectory.json',
  ]);
  const spans = spansOf(documentsIn(readFileSync(join(cwd, 'otlp/traces.otlp.jsonl'), 'utf8')));
  const denied = spans.find(({ status }) => status.message?.startsWith('denied by'));
  expect(denied?.name).toBe('execute_tool Bash');
  for (const [format, out] of [
    ['otlp', 'otlp'],
    ['atif', 'atif'],
  ] as const)
    expect((await jsonOf(['verify', out, '--session', log], { cwd })).data, format).toMatchObject({
      verdict: 'pass',
    });
});

const cut: Readonly<Record<string, () => Promise<{ log: string }>>> = {
  'a session that hooks captured': captured,
  'calls side by side': kind('calls side by side'),
  'calls that a program allows, denies, allows for good and does not answer for': kind(
    'calls that a program allows, denies, allows for good and does not answer for',
  ),
  'a crash, its repair and its resume under a stricter policy': kind(
    'a crash, its repair and its resume under a stricter policy',
  ),
  'a compacted conversation': kind('a compacted conversation'),
};

function kind(name: string): () => Promise<{ log: string }> {
  return async () => {
    const record = sessionKinds[name];
    if (record === undefined) throw new TypeError(`there is no kind ${name}`);
    return { log: (await record()).path };
  };
}

it.each(Object.entries(cut))(
  'every format tells of %s, cut off at any record and within a line',
  async (_, record) => {
    const { log } = await record();
    const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    const from = lines.findIndex((line) => line.includes('"type":"run.opened"')) + 1;
    expect(from).toBeGreaterThan(0);
    for (let records = from; records < lines.length; records++) {
      const cwd = temporaryFolder();
      const torn = records % 2 === 0 ? (lines[records] ?? '').slice(0, 40) : '';
      writeFileSync(join(cwd, 's.jsonl'), `${lines.slice(0, records).join('\n')}\n${torn}`);
      const { comment } = await holds('./s.jsonl', cwd);
      expect(comment.startsWith('### ✅') && torn !== '').toBe(false);
    }
  },
);

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
