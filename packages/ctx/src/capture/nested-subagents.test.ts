// A subagent of Copilot CLI that starts another one: its events name sessions that nobody else knows, and belong to one log all the same.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { hookCall } from '../../test/hook-call.js';
import { type MemoryProject, memoryProject } from '../../test/memory-project.js';
import { verify } from '../evidence/verify-entry.js';
import { foreignSessionsFolder } from '../session/foreign-sessions.js';
import { readWhole } from '../session/read-whole.js';

const [main, middle, inner] = ['session-1', 'middle-2', 'inner-3'];
const ofMiddle = { agentId: middle, agentType: 'general-purpose', parentAgentId: main };
const ofInner = { agentId: inner, agentType: 'general-purpose', parentAgentId: middle };
const bash = { toolName: 'bash', toolArgs: { command: 'ls' } };
const task = { toolName: 'task', toolArgs: { prompt: 'Look.' } };
const done = { toolResult: { resultType: 'success', textResultForLlm: 'README' } };

function transcriptFile({ home }: MemoryProject): string {
  return join(home, '.copilot/session-state', main, 'events.jsonl');
}

/** As Copilot CLI 1.0.102 sends them. */
async function tell(project: MemoryProject): Promise<void> {
  const transcriptPath = transcriptFile(project);
  const events: [string, object][] = [
    ['sessionStart', { sessionId: main, source: 'new' }],
    ['userPromptSubmitted', { sessionId: main, prompt: 'Go.' }],
    ['preToolUse', { sessionId: main, ...task }],
    ['subagentStart', { sessionId: main, transcriptPath, ...ofMiddle }],
    ['userPromptSubmitted', { sessionId: middle, prompt: 'Look.', ...ofMiddle }],
    ['preToolUse', { sessionId: middle, ...task, ...ofMiddle }],
    ['subagentStart', { sessionId: 'unknown-4', transcriptPath, ...ofInner }],
    ['userPromptSubmitted', { sessionId: inner, prompt: 'Look closer.', ...ofInner }],
    ['preToolUse', { sessionId: inner, ...bash, ...ofInner }],
    ['permissionRequest', { sessionId: main, ...bash, ...ofInner }],
    ['postToolUse', { sessionId: inner, ...bash, ...done, ...ofInner }],
    ['agentStop', { sessionId: inner, transcriptPath, ...ofInner }],
    ['subagentStop', { sessionId: 'unknown-4', transcriptPath, response: 'Seen.', ...ofInner }],
    ['postToolUse', { sessionId: middle, ...task, ...done, ...ofMiddle }],
    ['agentStop', { sessionId: middle, transcriptPath, ...ofMiddle }],
    ['subagentStop', { sessionId: main, transcriptPath, response: 'Looked.', ...ofMiddle }],
    ['postToolUse', { sessionId: main, ...task, ...done }],
    ['agentStop', { sessionId: main, transcriptPath }],
    ['sessionEnd', { sessionId: main, reason: 'complete' }],
  ];
  for (const [event, fields] of events) await hookCall(project, event, { ...fields }, ['copilot', event]);
}

function writeTranscript(project: MemoryProject): void {
  const call = (
    toolCallId: string,
    { toolName: name, toolArgs }: { toolName: string; toolArgs: object },
  ) => ({
    type: 'assistant.message',
    data: {
      apiCallId: `r-${toolCallId}`,
      content: '',
      toolRequests: [{ toolCallId, name, arguments: toolArgs }],
    },
  });
  const returned = (toolCallId: string) => ({
    type: 'tool.execution_complete',
    data: { toolCallId, success: true, result: { content: 'README' } },
  });
  const said = (content: string) => ({
    type: 'assistant.message',
    data: { apiCallId: content, content, toolRequests: [] },
  });
  const lines = [
    { type: 'session.start', data: { sessionId: main, context: { cwd: project.root } } },
    { type: 'user.message', data: { content: 'Go.' } },
    call('c1', task),
    { type: 'subagent.started', data: { toolCallId: 'c1' }, agentId: middle },
    { type: 'user.message', data: { content: 'Look.' }, agentId: middle },
    { ...call('c2', task), agentId: middle },
    { type: 'subagent.started', data: { toolCallId: 'c2', parentId: middle }, agentId: inner },
    { type: 'user.message', data: { content: 'Look closer.' }, agentId: inner },
    { ...call('c3', bash), agentId: inner },
    { ...returned('c3'), agentId: inner },
    { ...said('Seen.'), agentId: inner },
    { ...returned('c2'), agentId: middle },
    { ...said('Looked.'), agentId: middle },
    returned('c1'),
    said('Done.'),
  ];
  const file = transcriptFile(project);
  mkdirSync(dirname(file), { recursive: true });
  const stamped = lines.map((line, id) => ({ id, timestamp: '2026-11-16T08:00:00.000Z', ...line }));
  writeFileSync(file, stamped.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

it('is captured in the log of the session, each subagent in a run that names who started it, and told again by the transcript', async () => {
  const project = await memoryProject();
  writeTranscript(project);
  await tell(project);
  const folder = foreignSessionsFolder(project.root, project.env) ?? '';
  expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toEqual([`copilot-${main}.jsonl`]);
  const log = join(folder, `copilot-${main}.jsonl`);
  const { records } = readWhole(log);
  const runs = records.filter((record) => record.type === 'run.opened');
  expect(runs.map(({ run_id, parent, retells }) => [run_id, parent?.run_id, retells])).toEqual([
    ['main', undefined, undefined],
    [`agent-${middle}`, 'main', undefined],
    [`agent-${inner}`, `agent-${middle}`, undefined],
    ['transcript', undefined, 'main'],
    [`transcript-${middle}`, 'transcript', `agent-${middle}`],
    [`transcript-${inner}`, `transcript-${middle}`, `agent-${inner}`],
  ]);
  const called = records.filter(
    (record) => record.type === 'tool.requested' && record.enforcement === 'hook',
  );
  expect(called.map(({ run_id }) => run_id)).toEqual([undefined, `agent-${middle}`, `agent-${inner}`]);
  expect(records.filter(({ type }) => type === 'finding')).toEqual([]);
  expect(verify(log).verdict).toBe('pass');
  expect((await project.data('stats'))['total']).toMatchObject({ sessions: 1, turns: 3, tool_calls: 3 });
  expect(readdirSync(join(folder, '.agents'))).toEqual([]);
});
