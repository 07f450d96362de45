// A run that another agent does, held to the contract: what it tells is in the log, what it may do the policy says, and the envelope says
// what happened.

import { expect, it } from 'vitest';
import { drivenProject } from '../../test/drive/driven-project.js';
import { fixedClock, runCtx } from '../../test/in-process.js';

const call = (id: string, command: string, more: object = {}) => ({ call: { id, command, ...more } });

it('keeps what the agent says, asks and does as a session that verifies', async () => {
  const project = drivenProject();
  const answer = await project.run([
    [
      { think: 'hm' },
      { say: 'I will ' },
      { say: 'touch it.' },
      call('c1', 'touch x'),
      { say: 'Done.' },
      { end: { stopReason: 'end_turn', usage: { inputTokens: 30, outputTokens: 7 } } },
    ],
  ]);
  expect(answer).toMatchObject({
    exit_code: 0,
    data: {
      runs: [{ stop_reason: 'completed', turns: [{ output: 'Done.', tool_calls: 1, model_calls: 2 }] }],
      totals: { input_tokens: 30, output_tokens: 7, cost_microusd: null },
    },
  });
  expect(project.has('made-by-c1')).toBe(true);
  const records = project.records();
  expect(records.map(({ type }) => type)).toEqual([
    'session.opened',
    'run.opened',
    'turn.opened',
    'model.requested',
    'model.responded',
    'tool.requested',
    'tool.returned',
    'model.requested',
    'model.responded',
    'usage.reported',
    'workspace.changed',
    'turn.closed',
    'run.closed',
  ]);
  expect(records[1]).toMatchObject({
    agent: { name: 'scripted', version: '1.2.3', protocol: 'acp', folder: project.cwd, session_id: 's1' },
    capture: { model: 'driven', tools: 'driven' },
    fence: { enforcement: [{ tool: '*', by: 'none' }] },
  });
  expect(records[4]).toMatchObject({
    content: [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'I will touch it.' },
    ],
    finish: 'tool_calls',
    usage: null,
  });
  expect(records[5]).toMatchObject({ tool: 'execute', input: { command: 'touch x' }, enforcement: 'asked' });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ exit_code: 0, data: { verdict: 'pass' } });
});

it('denies what the policy denies, and the agent goes on', async () => {
  const project = drivenProject();
  const answer = await project.run([[call('c1', 'git push'), call('c2', 'ls'), { say: 'Could not push.' }]], {
    policy: { deny: ['bash(git push *)'] },
  });
  expect(answer).toMatchObject({
    exit_code: 0,
    data: { runs: [{ turns: [{ permission_denials: [{ tool_name: 'execute' }], tool_calls: 1 }] }] },
  });
  expect([project.has('made-by-c1'), project.has('made-by-c2')]).toEqual([false, true]);
  expect(project.records().find(({ type }) => type === 'tool.denied')).toMatchObject({
    call_id: 'c1',
    rule: 'bash(git push *)',
  });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
});

it('tells what the agent thinks and says while it does, without secrets', async () => {
  const project = drivenProject();
  const steps = [{ think: 'The word is open-' }, { think: 'sesame-42.' }, { say: 'Open ' }, { say: 'it.' }];
  const argv = [...project.configure([steps]), '--output-format', 'stream-json'];
  const env = { MY_PASSWORD: 'open-sesame-42' };
  const { stdout } = await runCtx(argv, { clock: fixedClock, cwd: project.cwd, env });
  expect(stdout).not.toContain('open-sesame-42');
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line): { type?: string; text?: string } => JSON.parse(line));
  const told = (wanted: string) =>
    events.flatMap(({ type, text }) => (type === wanted ? [text] : [])).join('');
  expect(told('thought.delta')).toBe('The word is [redacted:MY_PASSWORD].');
  expect(told('text.delta')).toBe('Open it.');
});
