// A transcript that is imported into the session that hooks captured: what both tell counts once.

import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookCall } from '../../test/hook-call.js';
import { type MemoryProject, memoryProject } from '../../test/memory-project.js';
import { verify } from '../evidence/verify-entry.js';
import { foreignSessionsFolder } from '../session/foreign-sessions.js';
import { readWhole } from '../session/read-whole.js';

const at = '2026-11-16T08:00:00.000Z';
const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };

const main = 'main-0001';
const agent = 'agent-0002';

/** As Copilot CLI writes it, with a subagent in the same file. */
function transcriptOf(project: MemoryProject): string {
  const shell = (toolCallId: string) => ({ toolCallId, name: 'bash', arguments: { command: 'ls' } });
  const task = { toolCallId: 'c2', name: 'task', arguments: { prompt: 'Look.' } };
  const done = (toolCallId: string, more = {}) => ({
    type: 'tool.execution_complete',
    data: { toolCallId, success: true, result: { content: 'README' }, shellExecution: { exitCode: 0 } },
    ...more,
  });
  const of = { agentId: agent };
  const said = (apiCallId: string, content: string, toolRequests: object[], more = {}) => [
    { type: 'session.usage_record', data: { usage: { ...usage, apiCallId } }, ...more },
    { type: 'assistant.message', data: { apiCallId, content, toolRequests }, ...more },
  ];
  const lines = [
    {
      type: 'session.start',
      data: { sessionId: main, copilotVersion: '1.0.102', context: { cwd: project.root } },
    },
    { type: 'user.message', data: { content: 'What is here?' } },
    ...said('r1', '', [shell('c1')]),
    done('c1'),
    ...said('r2', '', [task]),
    { type: 'subagent.started', data: { toolCallId: 'c2' }, ...of },
    { type: 'user.message', data: { content: 'Look.' }, ...of },
    ...said('r3', '', [shell('c3')], of),
    done('c3', of),
    ...said('r4', 'A file.', [], of),
    { type: 'subagent.completed', data: { toolCallId: 'c2' }, ...of },
    done('c2'),
    ...said('r5', 'A README.', []),
  ];
  return lines.map((line, id) => `${JSON.stringify({ id, timestamp: at, ...line })}\n`).join('');
}

/** The events of that session, as Copilot CLI sends them: those of the subagent carry its own id. */
async function capture(project: MemoryProject, upTo = 99): Promise<void> {
  const bash = { toolName: 'bash', toolArgs: { command: 'ls' } };
  const task = { toolName: 'task', toolArgs: { prompt: 'Look.' } };
  const result = { toolResult: { resultType: 'success', textResultForLlm: 'README' } };
  const of = { sessionId: agent, agentId: agent, parentAgentId: main };
  const events: [string, object][] = [
    ['sessionStart', { source: 'new' }],
    ['userPromptSubmitted', { prompt: 'What is here?' }],
    ['preToolUse', bash],
    ['postToolUse', { ...bash, ...result }],
    ['preToolUse', task],
    ['subagentStart', { agentId: agent, parentAgentId: main }],
    ['userPromptSubmitted', { prompt: 'Look.', ...of }],
    ['preToolUse', { ...bash, ...of }],
    ['postToolUse', { ...bash, ...result, ...of }],
    ['agentStop', of],
    ['subagentStop', { agentId: agent, parentAgentId: main, response: 'A file.' }],
    ['postToolUse', { ...task, ...result }],
    ['agentStop', {}],
    ['sessionEnd', { reason: 'complete' }],
  ];
  for (const [event, fields] of events.slice(0, upTo))
    await hookCall(project, event, { sessionId: main, ...fields }, ['copilot', event]);
}

function logOf(project: MemoryProject): string {
  return join(foreignSessionsFolder(project.root, project.env) ?? '', `copilot-${main}.jsonl`);
}

function retoldIn(project: MemoryProject): string[] {
  return readWhole(logOf(project)).records.flatMap((record) =>
    record.type === 'run.opened' && record.retells !== undefined ? [record.retells] : [],
  );
}

function transcriptFile(project: MemoryProject): string {
  return join(project.home, '.copilot/session-state', main, 'events.jsonl');
}

function writeTranscript(project: MemoryProject): void {
  const file = transcriptFile(project);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, transcriptOf(project));
}

const once = { sessions: 1, turns: 2, answers: 5, tool_calls: 3, input_tokens: 50, output_tokens: 25 };

describe('the transcript of a captured session', () => {
  it.each([
    ['when it came late', false],
    ['at the session’s end', true],
  ])('tells it again %s, everything counts once, and hooks may go on', async (_, isThereAtEnd) => {
    const project = await memoryProject();
    if (isThereAtEnd) writeTranscript(project);
    await capture(project);
    writeTranscript(project);
    await project.data('import', 'copilot');
    expect(retoldIn(project)).toEqual(['main', `agent-${agent}`]);
    expect(verify(logOf(project)).verdict).toBe('pass');
    expect((await project.data('stats'))['total']).toMatchObject(once);
    const again = await project.data('import', 'copilot');
    expect(again['imported']).toMatchObject([{ state: 'unchanged' }]);
    await capture(project);
    expect(verify(logOf(project)).verdict).toBe('pass');
  });

  it('is imported when the next session starts, where its host wrote it after the end', async () => {
    const project = await memoryProject();
    const starts = (sessionId: string) =>
      hookCall(project, 'sessionStart', { sessionId, source: 'new' }, ['copilot', 'sessionStart']);
    await capture(project);
    await starts('next-0001');
    expect(retoldIn(project)).toEqual([]);
    writeTranscript(project);
    await Promise.all([starts('next-0002'), starts('next-0003'), starts('next-0004')]);
    expect(retoldIn(project)).toEqual(['main', `agent-${agent}`]);
    expect(verify(logOf(project)).verdict).toBe('pass');
    expect((await project.data('stats'))['total']).toMatchObject({ ...once, sessions: 5 });
    const told = readFileSync(logOf(project), 'utf8');
    await starts('next-0005');
    expect(readFileSync(logOf(project), 'utf8')).toBe(told);
    expect(readdirSync(join(dirname(logOf(project)), '.ended'))).toEqual([]);
  });

  it('is not imported into a session that goes on', async () => {
    const project = await memoryProject();
    await capture(project);
    writeTranscript(project);
    await capture(project, 8);
    await hookCall(project, 'sessionStart', { sessionId: 'next-0001' }, ['copilot', 'sessionStart']);
    expect(retoldIn(project)).toEqual([]);
    expect(verify(logOf(project)).verdict).toBe('incomplete');
  });

  it('waits for the end of a session that hooks still tell of', async () => {
    const project = await memoryProject();
    writeTranscript(project);
    await capture(project, 8);
    const before = readFileSync(logOf(project), 'utf8');
    const { imported } = await project.data('import', 'copilot');
    expect(imported).toMatchObject([{ state: 'unchanged', bytes: 0, pending_bytes: expect.any(Number) }]);
    expect(readFileSync(logOf(project), 'utf8')).toBe(before);
  });

  it('closes what a host that was killed left open, and tells it again', async () => {
    const project = await memoryProject();
    writeTranscript(project);
    await capture(project, 8);
    const file = transcriptFile(project);
    const hoursAgo = new Date(project.clock.now() - 7_200_000);
    utimesSync(file, hoursAgo, hoursAgo);
    await project.data('import', 'copilot');
    expect(retoldIn(project)).toEqual(['main', `agent-${agent}`]);
    expect(verify(logOf(project)).verdict).toBe('pass');
    expect((await project.data('stats'))['total']).toMatchObject(once);
    await capture(project);
    expect(verify(logOf(project)).verdict).toBe('pass');
  });

  it('tells a subagent’s prompt in the subagent’s run, which names the call that started it', async () => {
    const project = await memoryProject();
    writeTranscript(project);
    await project.data('import', 'copilot');
    const { records } = readWhole(logOf(project));
    const runs = records.filter((record) => record.type === 'run.opened');
    expect(runs.map(({ run_id, parent }) => [run_id, parent])).toEqual([
      ['main', undefined],
      [`main-${agent}`, { run_id: 'main', call_id: 'c2' }],
    ]);
    const prompts = records.filter((record) => record.type === 'turn.opened');
    expect(prompts.map(({ prompt, run_id }) => [prompt, run_id])).toEqual([
      ['What is here?', undefined],
      ['Look.', `main-${agent}`],
    ]);
    expect(records.filter(({ type }) => type === 'finding')).toEqual([]);
  });
});
