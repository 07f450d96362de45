// A session that another agent worked in, afterwards: what can be done with it, and what cannot.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drivenProject } from '../../test/drive/driven-project.js';
import { pretendHost } from '../../test/drive/pretend-host.js';
import { temporaryFolder, writeFiles } from '../../test/folder.js';

const turn = [
  { call: { id: 'c1', command: 'git push' } },
  { call: { id: 'c2', command: 'ls' } },
  { say: 'Pushed.' },
];

async function driven() {
  const project = drivenProject();
  expect(await project.run([turn])).toMatchObject({ exit_code: 0 });
  return project;
}

it('goes on with a new task, by the same agent and under the same rules', async () => {
  const project = drivenProject();
  const policy = { deny: ['bash(git push *)'] };
  expect(await project.run([turn], { policy })).toMatchObject({ exit_code: 0 });
  const answer = await project.ctx(['resume', 's', '--task', 'Again.', '--trust']);
  expect(answer).toMatchObject({
    exit_code: 0,
    data: {
      runs: [{ run_id: 'run-2', turns: [{ prompt: 'Again.', output: 'Pushed.', permission_denials: [{}] }] }],
      warnings: [expect.stringContaining('scripted began a new conversation')],
    },
  });
  const opened = project.records().filter(({ type }) => type === 'run.opened');
  expect(opened).toMatchObject([{ run_id: 'r1' }, { run_id: 'run-2', agent: { name: 'scripted' } }]);
  expect(opened[1]).not.toHaveProperty('continues');
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
});

it('goes on after a timeout with the prompt that was left, and the time that is given', async () => {
  const project = drivenProject();
  expect(await project.overtaken([[{ servers: 'begun' }, { hang: true }]], 'begun')).toMatchObject({
    exit_code: 2,
    error: { hint: expect.stringContaining('ctx resume s') },
  });
  project.configure([[{ say: 'In time.' }]]);
  expect(await project.ctx(['resume', 's', '--trust', '--timeout-seconds', '60'])).toMatchObject({
    exit_code: 0,
    data: { runs: [{ run_id: 'run-2', turns: [{ prompt: 'prompt 1', output: 'In time.' }] }] },
  });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
});

it('has nothing to go on with where it came to its end, and starts no program that nobody trusts', async () => {
  const project = await driven();
  const before = project.records().length;
  expect(await project.ctx(['resume', 's'])).toMatchObject({ error: { code: 'session_finished' } });
  const env = { HOME: temporaryFolder() };
  expect(await project.ctx(['resume', 's', '--task', 'Again.', '--trust-log'], { env })).toMatchObject({
    exit_code: 1,
    error: { code: 'trust_missing' },
  });
  expect(project.records()).toHaveLength(before);
});

it('takes a run of another agent', async () => {
  const project = await driven();
  const { env } = pretendHost('@google/gemini-cli', 'gemini');
  project.configure([[{ say: 'And again.' }]]);
  const argv = ['run', 'go on', '--run-id', 'r2', '--agent', 'gemini', '--no-sandbox', '--append', 's'];
  expect(await project.ctx([...argv, '--no-stdin'], { env })).toMatchObject({
    exit_code: 0,
    data: { runs: [{ run_id: 'r2', stop_reason: 'completed', turns: [{ output: 'And again.' }] }] },
  });
  const agents = project.records().flatMap((one) => (one.type === 'run.opened' ? [one.agent.name] : []));
  expect(agents).toEqual(['scripted', 'gemini']);
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
});

it('is judged by other rules, which list the calls that they would have denied', async () => {
  const project = await driven();
  writeFiles(project.cwd, { 'rules.yaml': 'deny: ["bash(git push *)"]\n' });
  expect(await project.ctx(['replay', 's', '--policy', 'rules.yaml'])).toMatchObject({
    exit_code: 0,
    data: {
      calls: 2,
      denied: [
        { agent: 'scripted', call_id: 'c1', tool: 'execute', subject: 'git push', rule: 'bash(git push *)' },
      ],
    },
  });
});

it('has a report that names the agent and who decided on its calls', async () => {
  const project = await driven();
  const answer = await project.ctx(['report', 's', '--out', 'report']);
  expect(answer).toMatchObject({ exit_code: 0, data: { files: expect.arrayContaining(['index.html']) } });
  const page = readFileSync(join(project.cwd, 'report', 'run-r1.html'), 'utf8');
  expect(page).toContain('scripted 1.2.3');
  expect(page).toContain('*: by nobody');
  expect(page).toContain('git push');
});
