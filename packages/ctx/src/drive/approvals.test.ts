// A call of a driven agent that a rule wants somebody's word on: asked before it is made, and told to the agent.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drivenProject } from '../../test/drive/driven-project.js';
import { temporaryFolder, writeFiles } from '../../test/folder.js';

const policy = { ask: ['bash(touch *)'] };
const turn = [{ call: { id: 'c1', command: 'touch x' } }, { say: 'Went on.' }];

async function asked(answer: object, flags: readonly string[] = ['--approve', 'sh ./ok.sh']) {
  const project = drivenProject();
  writeFiles(project.cwd, { 'ok.sh': `cat > question.json; echo '${JSON.stringify(answer)}'` });
  const env = { HOME: temporaryFolder(), PATH: process.env['PATH'] };
  const envelope = await project.ctx([...project.configure([turn], { policy }), ...flags], { env });
  const told = project
    .records()
    .filter(({ type }) => type.startsWith('approval.') || type.startsWith('tool.'))
    .map(({ type }) => type);
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
  return { project, envelope, told };
}

it('lets a call through that somebody allows, with question and answer in the log before it', async () => {
  const { project, envelope, told } = await asked({ answer: 'allow', by: 'grace' });
  expect(envelope).toMatchObject({
    exit_code: 0,
    data: { runs: [{ turns: [{ output: 'Went on.', tool_calls: 1 }] }] },
  });
  expect(told).toEqual(['approval.requested', 'approval.given', 'tool.requested', 'tool.returned']);
  expect(project.records().find(({ type }) => type === 'approval.given')).toMatchObject({
    call_id: 'c1',
    answer: 'allow',
    via: 'program',
    by: 'grace',
  });
  expect(JSON.parse(readFileSync(join(project.cwd, 'question.json'), 'utf8'))).toMatchObject({
    call_id: 'c1',
    tool: 'execute',
    input: { command: 'touch x' },
    rule: 'bash(touch *)',
  });
  expect(project.has('made-by-c1')).toBe(true);
});

it('tells the agent no where somebody denies it, and the agent goes on', async () => {
  const { project, envelope, told } = await asked({ answer: 'deny', by: 'grace', reason: 'not today' });
  expect(envelope).toMatchObject({
    exit_code: 0,
    data: { runs: [{ turns: [{ output: 'Went on.', permission_denials: [{ tool_name: 'execute' }] }] }] },
  });
  expect(told).toEqual(['approval.requested', 'approval.given', 'tool.denied']);
  expect(project.records().find(({ type }) => type === 'tool.denied')).toMatchObject({
    call_id: 'c1',
    rule: 'bash(touch *)',
    reason: expect.stringContaining('not today'),
  });
  expect(project.has('made-by-c1')).toBe(false);
});

it('tells the agent no where nobody can be asked', async () => {
  const { project, told } = await asked({}, []);
  expect(told).toEqual(['tool.denied']);
  expect(project.has('made-by-c1')).toBe(false);
});
