import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostileProject, key } from './hostile-project.js';
import { runCtx } from './in-process.js';
import { jsonOf, task } from './scripted.js';

describe('a server that nobody trusted', () => {
  it('is not started by a run, which is refused before anything is written', async () => {
    const { run, wasStarted, root } = hostileProject();
    expect(await run()).toMatchObject({
      exit_code: 1,
      error: {
        kind: 'policy',
        code: 'trust_missing',
        target: '.mcp.json',
        hint: expect.stringContaining('ctx trust'),
      },
    });
    expect(wasStarted()).toBe(false);
    expect(existsSync(join(root, '.context/sessions'))).toBe(false);
  });

  it.each([
    ['tool-pool'],
    ['tools'],
    ['trust list'],
    ['doctor'],
    ['setup-report'],
    ['bootstrap-graph'],
    ['route hello'],
    ['summary'],
    ['scan-repo'],
    ['recommend'],
    ['status'],
    ['brief'],
    ['command-graph'],
  ])('is started by no list: %s', async (words) => {
    const { root, env, wasStarted } = hostileProject();
    const { exitCode } = await runCtx(words.split(' '), { cwd: root, env });
    expect(exitCode).toBe(0);
    expect(wasStarted()).toBe(false);
  });

  it('is named by the lists, with how to see what it would run', async () => {
    const { json, root, env } = hostileProject();
    expect((await json('tool-pool')).data).toMatchObject({
      servers: [{ server: 'evil', state: 'untrusted', tools: 0 }],
      warnings: [expect.stringContaining('ctx trust')],
    });
    expect((await runCtx(['tools'], { cwd: root, env })).stdout).toContain('nobody trusted them: evil');
    expect((await json('trust', 'list')).data).toMatchObject({
      items: [
        {
          path: '.mcp.json',
          standing: 'untrusted',
          lines: [expect.stringContaining(`./server.cjs --key '${key}'`)],
        },
        { path: 'server.cjs', standing: 'untrusted' },
      ],
    });
  });

  it('is refused to exec-tool, show-tool, resume and every other command that would start it', async () => {
    const { json, wasStarted, run } = hostileProject();
    expect((await run('--no-mcp', '--session-id', 's')).error).toBeUndefined();
    for (const argv of [
      ['exec-tool', 'mcp__evil__argv', '{}'],
      ['show-tool', 'mcp__evil__argv'],
      ['turn-loop', 'Go.', '--model', 'script:s.yaml'],
      ['bootstrap', 'Go.', '--model', 'script:s.yaml'],
      ['run', ...task('Go.'), '--run-id', 'r2', '--append', 's'],
      ['flush-transcript', 'Go.', '--session-id', 't', '--model', 'script:s.yaml'],
    ]) {
      expect((await json(...argv)).error, argv.join(' ')).toMatchObject({ code: 'trust_missing' });
    }
    expect(wasStarted()).toBe(false);
  });
});

describe('where trust cannot be looked up, nothing runs:', () => {
  const cases: readonly [
    string,
    (project: ReturnType<typeof hostileProject>) => Record<string, string | undefined>,
  ][] = [
    ['without HOME', () => ({ HOME: undefined })],
    ['with a home inside the project', ({ root }) => ({ HOME: root })],
    [
      'with a damaged file',
      ({ trustFile }) => {
        mkdirSync(join(trustFile, '..'), { recursive: true });
        writeFileSync(trustFile, '{"version":1,"projects":{"x":[{}]}}');
        return {};
      },
    ],
    [
      'with a file that others can write',
      ({ trustFile }) => {
        mkdirSync(join(trustFile, '..'), { recursive: true });
        writeFileSync(trustFile, '{"version":1,"projects":{}}');
        chmodSync(trustFile, 0o666);
        return {};
      },
    ],
    [
      'with a folder in its place',
      ({ trustFile }) => {
        mkdirSync(trustFile, { recursive: true });
        return {};
      },
    ],
  ];

  it.each(cases)('%s', async (_, arrange) => {
    const project = hostileProject();
    const env = { ...project.env, ...arrange(project) };
    const { error, exit_code } = await jsonOf(['run', ...task('Go.')], { cwd: project.root, env });
    expect(exit_code).toBe(1);
    expect(['trust_unavailable', 'file_unreadable']).toContain(error?.code);
    expect((await jsonOf(['tool-pool'], { cwd: project.root, env })).data).toMatchObject({
      servers: [{ state: 'untrusted' }],
    });
    expect(project.wasStarted()).toBe(false);
  });
});

it('a server none of whose tools the policy leaves is not started, nor asked about', async () => {
  const { run, wasStarted, json } = hostileProject();
  for (const flags of [
    ['--deny-tool', 'mcp__*'],
    ['--deny-tool', 'mcp__evil__*'],
    ['--allow-tool', 'read'],
  ]) {
    const answer = await run('--trust', '--session-id', `s${flags.length}${flags[1]?.length}`, ...flags);
    expect(answer.error).toBeUndefined();
    expect(answer.data).toMatchObject({ warnings: [] });
    expect((await json('tool-pool', '--trust', ...flags)).data).toMatchObject({ servers: [], warnings: [] });
  }
  expect(wasStarted()).toBe(false);
});
