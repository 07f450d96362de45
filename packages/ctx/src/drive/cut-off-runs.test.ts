// A run of another agent that a crash cut off: it is ended as it is, and another run does what it left.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DrivenProject, drivenProject } from '../../test/drive/driven-project.js';
import { findingsOf, type Loose, recordsIn, writeResealed } from '../evidence/verify/resealed.fixture.js';
import type { SessionRecord } from '../protocol/records.js';

const turns = [
  [{ call: { id: 'c1', command: 'touch one' } }, { say: 'One.' }],
  [{ call: { id: 'c2', command: 'touch two' } }, { say: 'Two.' }],
];

const logOf = ({ cwd }: DrivenProject) => join(cwd, '.context/sessions/s.jsonl');

/** As a crash behind the last of these records leaves it. */
async function cutOff(type: SessionRecord['type'], nth = 1, more?: object): Promise<DrivenProject> {
  const project = drivenProject();
  expect(await project.run(turns, more)).toMatchObject({ exit_code: 0 });
  const lines = readFileSync(logOf(project), 'utf8').split('\n');
  const places = lines.flatMap((line, i) => (line.includes(`"type":"${type}"`) ? [i] : []));
  writeFileSync(logOf(project), `${lines.slice(0, (places[nth - 1] ?? lines.length) + 1).join('\n')}\n`);
  return project;
}

const resume = (project: DrivenProject, ...words: string[]) =>
  project.ctx(['resume', 's', '--trust-log', '--trust', ...words]);

/** The script of a new process, which may keep sessions. */
function script(project: DrivenProject, said: string, load?: readonly string[]): void {
  const again = [[{ say: said }], [{ say: `${said} Then more.` }]];
  writeFileSync(join(project.cwd, 'script.json'), JSON.stringify({ ...again, load }));
}

async function holds(project: DrivenProject): Promise<void> {
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
}

it('says in the log what became of it, and gives its prompts to a new process', async () => {
  const project = await cutOff('tool.requested');
  script(project, 'Again.');
  const before = project.records().length;
  expect(await resume(project)).toMatchObject({
    exit_code: 0,
    data: {
      runs: [{ run_id: 'run-2', turns: [{ prompt: 'prompt 1' }, { prompt: 'prompt 2' }] }],
      warnings: [expect.stringContaining('scripted began a new conversation')],
    },
  });
  expect(project.records().slice(before)).toMatchObject([
    { type: 'session.resumed' },
    { type: 'turn.interrupted', cause: 'gone', cancel_observed: false },
    { type: 'tool.returned', call_id: 'c1', interrupted: true, is_error: true },
    { type: 'turn.closed', result: { stop_reason: 'cancelled' } },
    { type: 'run.closed', run_id: 'r1', stop_reason: 'cancelled' },
    { type: 'session.appended', runs: [{ run_id: 'run-2', continues: 'r1', reopens: true }] },
    { type: 'finding', code: 'conversation_new' },
    { type: 'run.opened', run_id: 'run-2', continues: 'r1', reopens: true },
    ...project.records().slice(before + 8),
  ]);
  await holds(project);
  const more = project.configure([[{ say: 'More.' }]], { runs: [{ run_id: 'r9', task: 'more' }] });
  expect(await project.ctx([...more, '--append', 's'])).toMatchObject({ exit_code: 0 });
});

it.each<[string, SessionRecord['type'], number, object]>([
  ['before its first turn', 'run.opened', 1, { prompts: ['prompt 1', 'prompt 2'] }],
  ['between two turns', 'turn.closed', 1, { prompts: ['prompt 2'] }],
  ['in its second turn', 'tool.returned', 2, { prompts: ['prompt 2'], reopens: true }],
])('goes on with what is left where it was cut off %s', async (_, type, nth, left) => {
  const project = await cutOff(type, nth);
  script(project, 'Again.');
  expect(await resume(project)).toMatchObject({ exit_code: 0 });
  const appended = project.records().filter((record) => record.type === 'session.appended');
  expect(appended).toMatchObject([{ runs: [{ run_id: 'run-2', continues: 'r1', ...left }] }]);
  expect(project.records().filter((record) => record.type === 'run.closed')).toMatchObject([
    { run_id: 'r1', stop_reason: 'cancelled' },
    { run_id: 'run-2', stop_reason: 'completed' },
  ]);
  await holds(project);
});

it('leaves what the process before it had said out of a turn that was cut off again, before a word', async () => {
  const project = await cutOff('model.responded', 2);
  script(project, 'Again.');
  expect(await resume(project)).toMatchObject({ exit_code: 0 });
  const lines = readFileSync(logOf(project), 'utf8').split('\n');
  const second = lines.findLastIndex((line) => line.includes('"turn":1,"type":"turn.opened"'));
  writeFileSync(logOf(project), `${lines.slice(0, second + 1).join('\n')}\n`);
  expect(await resume(project)).toMatchObject({ exit_code: 0 });
  const outputs = project
    .records()
    .flatMap((record) => (record.type === 'turn.closed' ? [record.result.output] : []));
  expect(outputs).toEqual(['One.', '', 'Again.', 'Again. Then more.']);
  await holds(project);
});

it('only says that it was over where its last turn was, and starts nothing', async () => {
  const project = await cutOff('turn.closed', 2);
  writeFileSync(join(project.cwd, 'script.json'), 'no agent reads this');
  expect(await resume(project)).toMatchObject({
    exit_code: 0,
    data: { runs: [{ run_id: 'r1', stop_reason: 'completed', turns: [{}, { output: 'Two.' }] }] },
  });
  expect(project.records().at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'completed' });
  await holds(project);
});

it('takes a new task in the place of the prompt that was left', async () => {
  const project = await cutOff('tool.requested');
  script(project, 'Looked.');
  expect(await resume(project, '--task', 'Look what is there.')).toMatchObject({
    exit_code: 0,
    data: { runs: [{ turns: [{ prompt: 'Look what is there.', output: 'Looked.' }] }] },
  });
  await holds(project);
});

it('goes on in the conversation that the agent kept, of which nothing is told twice', async () => {
  const project = await cutOff('tool.requested');
  script(project, 'Where was I?', ['s1']);
  const answer = await resume(project);
  expect(answer).toMatchObject({ exit_code: 0, data: { warnings: [] } });
  const opened = project.records().filter((record) => record.type === 'run.opened');
  expect(opened[1]).toMatchObject({ agent: { session_id: 's1', resumed: true }, continues: 'r1' });
  expect(JSON.stringify(project.records())).not.toContain('Said long ago.');
  await holds(project);
  script(project, 'Still here.', ['s1']);
  expect(await resume(project, '--task', 'And now?')).toMatchObject({ exit_code: 0, data: { warnings: [] } });
  await holds(project);
});

it('begins a new conversation where the agent has lost the one it had, and says why', async () => {
  const project = await cutOff('tool.requested');
  script(project, 'Who are you?', ['another']);
  expect(await resume(project)).toMatchObject({
    exit_code: 0,
    data: {
      warnings: [
        expect.stringContaining('scripted did not take up its session s1 again: no such method'),
        expect.stringContaining('scripted began a new conversation'),
      ],
    },
  });
  await holds(project);
});

it('is held to its budget by what it used before', async () => {
  const budget = { max_tool_calls: 2 };
  const project = await cutOff('tool.requested', 2, { budget });
  expect(await resume(project)).toMatchObject({ error: { code: 'max_budget_reached' } });
  expect(project.records().at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'max_budget_reached' });
  await holds(project);
});

it.each<[string, (record: Loose) => Loose, string]>([
  [
    'a session that the agent never had',
    (record) =>
      record.type === 'run.opened' && record['run_id'] === 'run-2'
        ? { ...record, agent: { ...Object(record['agent']), session_id: 's9' } }
        : record,
    'continues_unknown',
  ],
  [
    'a run that was ended and that nobody had taken over',
    (record) =>
      record.type === 'session.resumed'
        ? { seq: record.seq, at: record['at'], type: 'finding', code: 'x', records: [], says: 'x' }
        : record,
    'stop_reason_untrue',
  ],
])('is found by verify: %s', async (_, change, code) => {
  const project = await cutOff('turn.closed', 1);
  script(project, 'Again.', ['s1']);
  await resume(project);
  writeResealed(logOf(project), recordsIn(logOf(project)).map(change));
  expect(findingsOf(logOf(project)).map(([found]) => found)).toContain(code);
});
