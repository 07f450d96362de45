// The scripts of docs/ci.md, as they stand there: GitLab's job, plain shell, what a colleague checks, and signing in a job of its own.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { cleanEnvironment, repository } from './built.js';
import { blocksOf, programs, runScript } from './documented-scripts.js';
import { temporaryFolder } from './folder.js';
import { wireServer } from './wire-server.js';

const page = 'docs/ci.md';
const yamlWith = (word: string): unknown =>
  blocksOf(page, 'yaml')
    .filter((block) => block.includes(word))
    .map((block) => load(block))[0];
const member = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce<unknown>((inner, name) => Object(inner)[name], value);
const shellBlock = (word: string) => blocksOf(page, 'sh').find((block) => block.includes(word)) ?? '';

const good = [{ call: [{ tool: 'bash', input: { command: 'echo hi' } }] }, { say: 'Done.' }];
const bad = [{ fault: { status: 401 } }];

function project(replies: readonly object[]): { cwd: string; env: Record<string, string> } {
  const cwd = temporaryFolder({
    'ci/s.yaml': JSON.stringify({ model: 'script/1', replies }),
    'ci/agent.yaml': JSON.stringify({
      model: 'script:s.yaml',
      runs: [{ run_id: 'r1', task: 'Fix the parser' }],
    }),
  });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(cwd, 'ci-key')]);
  const [type, key] = readFileSync(join(cwd, 'ci-key.pub'), 'utf8').split(' ');
  writeFileSync(join(cwd, 'allowed_signers'), `ci@example.com ${type} ${key}\n`);
  const env = { ...cleanEnvironment(temporaryFolder()), PATH: `${programs()}:${process.env['PATH'] ?? ''}` };
  return { cwd, env };
}

it('GitLab’s job runs, verifies, reports and comments, and fails where any of it does', async () => {
  const job = yamlWith('CI_PIPELINE_ID');
  const script = member(job, 'agent', 'script');
  if (!Array.isArray(script)) throw new TypeError('the job has a script');
  const lines = script.map(String).join('\n');
  let status = 201;
  const forge = await wireServer((response) => response.writeHead(status).end('{}'));
  const variables = {
    CI_PIPELINE_ID: '42',
    CI_JOB_URL: 'https://gitlab.example/job/1',
    CI_API_V4_URL: `${forge.url}/api/v4`,
    CI_PROJECT_ID: '7',
    CI_MERGE_REQUEST_IID: '3',
    CTX_COMMENT_TOKEN: 'token-of-the-test',
  };
  const acted = ({ cwd, env }: ReturnType<typeof project>) => runScript(lines, cwd, { ...env, ...variables });
  const first = project(good);
  const { code, printed } = await acted(first);
  expect(code, printed).toBe(0);
  const [request] = forge.requests;
  expect(request?.headers['private-token']).toBe('token-of-the-test');
  const body = new URLSearchParams(request?.body).get('body');
  expect(body).toMatch(/^### ✅ Fix the parser/);
  expect(body).toContain('[Job](<https://gitlab.example/job/1>)');
  for (const made of ['ci-42.jsonl', 'report/index.html', 'comment.md'])
    expect(existsSync(join(first.cwd, made))).toBe(true);
  expect((await acted(project(bad))).code).not.toBe(0);
  expect(new URLSearchParams(forge.requests[1]?.body).get('body')).toMatch(/^### ❌ Fix the parser/);
  status = 403;
  expect((await acted(project(good))).code).toBe(1);
});

it('plain shell leaves what a colleague can check, and fails with the run', async () => {
  const { cwd, env } = project(good);
  const script = shellBlock('"$id"');
  const { code, printed } = await runScript(script, cwd, { ...env, id: 'ci-123-1' });
  expect(code, printed).toBe(0);
  const checked = await runScript(shellBlock('ci-123-1.jsonl'), cwd, env);
  expect(checked.code, checked.printed).toBe(0);
  expect(checked.printed).toMatch(/signed by.*ci@example\.com[\s\S]*made from this session/);
  const failing = project(bad);
  expect((await runScript(script, failing.cwd, { ...failing.env, id: 'x' })).code).not.toBe(0);
});

it('signs in a job of its own what another job uploaded, and names only inputs that the action has', async () => {
  const { cwd, env } = project(good);
  await runScript('ctx run ci/agent.yaml --session-id ci-1-1 --out ci-1-1.jsonl', cwd, env);
  const steps = member(yamlWith('needs: agent'), 'sign', 'steps');
  const run = String(member(steps, 1, 'run'));
  expect(run).not.toContain('${{');
  const more = {
    SESSION_ID: 'ci-1-1',
    SIGNING_KEY: readFileSync(join(cwd, 'ci-key'), 'utf8').trim(),
    RUNNER_TEMP: temporaryFolder(),
  };
  const signed = await runScript(run, cwd, { ...env, ...more });
  expect(signed.code, signed.printed).toBe(0);
  expect(existsSync(join(more.RUNNER_TEMP, 'key'))).toBe(false);
  const argv = 'ctx verify ci-1-1.jsonl --signers allowed_signers --require-signature';
  expect((await runScript(argv, cwd, env)).code).toBe(0);
  const given = member(yamlWith('OWNER/ctx@COMMIT'), 'jobs', 'agent', 'steps', 1, 'with');
  const inputs = member(load(readFileSync(join(repository, 'action.yml'), 'utf8')), 'inputs');
  for (const name of Object.keys(Object(given))) expect(Object.keys(Object(inputs))).toContain(name);
  const text = readFileSync(join(repository, page), 'utf8');
  for (const [, used = ''] of text.matchAll(/uses: ([\w-]+\/[\w-]+@\S+)/g))
    expect(used).toMatch(/@([0-9a-f]{40}|COMMIT)$/);
});
