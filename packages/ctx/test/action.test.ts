// The GitHub Action, its very steps run by scripts/run-action.ts with the built program and a stand-in for GitHub's API.

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, repository } from './built.js';
import { temporaryFolder } from './folder.js';
import { listening } from './listening.js';

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
}

interface Forge {
  readonly url: string;
  readonly comments: Comment[];
  readonly tokens: (string | undefined)[];
}

/** Comments on a pull request, kept. */
async function forge(): Promise<Forge> {
  const comments: Comment[] = [];
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      const { body = '' } = text === '' ? {} : JSON.parse(text);
      const { method, url = '' } = request;
      if (method === 'GET') return response.end(JSON.stringify(comments));
      const known = comments.find(({ id }) => url.endsWith(`/issues/comments/${id}`));
      if (method === 'PATCH' && known !== undefined) known.body = body;
      else if (method === 'POST' && url.endsWith('/issues/7/comments'))
        comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
      else return response.writeHead(404).end();
      return response.end(JSON.stringify({ id: 1 }));
    });
  });
  return { url: await listening(server), comments, tokens };
}

function project(script: object): string {
  return temporaryFolder({
    's.yaml': JSON.stringify({ model: 'script/1', ...script }),
    'agent.yaml': JSON.stringify({
      model: 'script:s.yaml',
      runs: [{ run_id: 'r1', task: 'Fix the parser', policy: { deny: ['bash(rm *)'] } }],
    }),
  });
}

function acted(
  cwd: string,
  inputs: object,
  { url }: Forge,
): Promise<{ code: number; printed: string; artifacts: string }> {
  const folder = temporaryFolder({
    'inputs.json': JSON.stringify({
      config: 'agent.yaml',
      'session-id': 'ci-1',
      ctx: join(builtFolder(), 'ctx.cjs'),
      'pull-request': '7',
      token: 'token-of-the-test',
      ...inputs,
    }),
  });
  const artifacts = join(folder, 'artifacts');
  const argv = ['--inputs', join(folder, 'inputs.json'), '--workspace', cwd, '--artifacts', artifacts];
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: tmpdir(),
    HOME: folder,
    GITHUB_API_URL: url,
    GITHUB_WORKFLOW: 'agent',
  };
  const tsx = [
    join(repository, 'node_modules/tsx/dist/cli.mjs'),
    join(repository, 'scripts/run-action.ts'),
    ...argv,
  ];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, tsx, { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, printed: stdout + stderr, artifacts }),
    );
  });
}

const replies = [{ call: [{ tool: 'bash', input: { command: 'rm -rf x' } }] }, { say: 'Done.' }];

it('runs, verifies, signs, reports, uploads and comments; the next run writes its comment anew', async () => {
  const api = await forge();
  const cwd = project({ replies });
  const keys = temporaryFolder();
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, 'id')]);
  const first = await acted(cwd, { 'signing-key': readFileSync(join(keys, 'id'), 'utf8') }, api);
  expect(first.printed).not.toContain('PRIVATE KEY');
  expect(first.code).toBe(0);
  const uploaded = join(first.artifacts, 'ctx-session');
  expect(readdirSync(uploaded).sort()).toEqual([
    'ci-1.jsonl',
    'ci-1.statement.json',
    'ci-1.statement.json.sig',
    'ci-1.statement.sigstore.json',
    'report',
    'report.statement.json',
    'report.statement.json.sig',
    'report.statement.sigstore.json',
  ]);
  expect(readFileSync(join(uploaded, 'report/run-r1.html'), 'utf8')).toContain('signed by SHA256:');
  expect(api.comments.map(({ body }) => body)).toEqual([expect.stringMatching(/^### ✅ Fix the parser/)]);
  expect(api.comments[0]?.body).toContain(
    '[Report and attestations](<https://github.com/owner/name/actions/runs/1/artifacts/1>)',
  );
  expect(new Set(api.tokens)).toEqual(new Set(['Bearer token-of-the-test']));
  const again = await acted(cwd, { 'session-id': 'ci-2' }, api);
  expect(again.code).toBe(0);
  expect(api.comments.length).toBe(1);
  expect(api.comments[0]?.body).toContain('ci-2');
});

it('fails with the code of the run, and uploads and comments all the same', async () => {
  const api = await forge();
  const { code, artifacts } = await acted(project({ replies: [{ fault: { status: 401 } }] }), {}, api);
  expect(code).toBe(1);
  expect(existsSync(join(artifacts, 'ctx-session/report/index.html'))).toBe(true);
  expect(api.comments[0]?.body).toMatch(/^### ❌ Fix the parser/);
});

it('fails where there is no session, where the comment is refused, and takes no input for a command', async () => {
  const api = await forge();
  const cwd = project({ replies });
  const none = await acted(cwd, { config: 'none.yaml' }, api);
  expect(none.code).toBe(1);
  expect(existsSync(none.artifacts)).toBe(false);
  const refused = await acted(cwd, { 'pull-request': '8' }, api);
  expect(refused.code).toBe(1);
  expect(refused.printed).toContain('the step comment failed');
  const evil = '"; touch made; echo "$(touch made)`touch made`';
  const hostile = await acted(cwd, { config: evil, arguments: evil, artifact: evil }, api);
  expect(hostile.code).not.toBe(0);
  expect(existsSync(join(cwd, 'made'))).toBe(false);
});

it('leaves the comment of a fork in the summary, says so, and passes', async () => {
  const api = await forge();
  const inputs = { 'github.event.pull_request.head.repo.fork': 'true' };
  const { code, printed } = await acted(project({ replies }), inputs, api);
  expect(code).toBe(0);
  expect(printed).toContain('::notice::No comment: pull requests from forks');
  expect(api.tokens).toEqual([]);
});

it('shows an agent’s commands nothing that steers later steps, and warns where it signs after a run without a sandbox', async () => {
  const api = await forge();
  const command = 'env > seen.txt; test -z "$GITHUB_ENV$GITHUB_PATH$GITHUB_OUTPUT$SIGNING_KEY"';
  const cwd = project({ replies: [{ call: [{ tool: 'bash', input: { command } }] }, { say: 'Done.' }] });
  const keys = temporaryFolder();
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, 'id')]);
  const { code, printed } = await acted(
    cwd,
    { 'signing-key': readFileSync(join(keys, 'id'), 'utf8'), comment: 'false' },
    api,
  );
  expect(code).toBe(0);
  const seen = readFileSync(join(cwd, 'seen.txt'), 'utf8');
  expect(seen).not.toMatch(/^GITHUB_(ENV|PATH|OUTPUT|STATE)=/m);
  expect(seen).not.toContain('token-of-the-test');
  expect(printed).toContain('::warning::The agent ran without a sandbox');
  expect(api.tokens).toEqual([]);
});

it('pins what it uses by digest, and puts no expression into a script', () => {
  const text = readFileSync(join(repository, 'action.yml'), 'utf8');
  for (const [, used] of text.matchAll(/uses: (\S+)/g)) expect(used).toMatch(/@[0-9a-f]{40}$/);
  for (const [script] of text.matchAll(/run: \|\n(?: {8}.*\n)+/g)) expect(script).not.toContain('${{');
});
