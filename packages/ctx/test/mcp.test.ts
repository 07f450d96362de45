import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import {
  type Misbehaviour,
  mcpFile,
  ownServer,
  publishedHttpServer,
  publishedServer,
} from './mcp-servers.js';
import { isRunning, until } from './processes.js';
import { env, exec, project, returned, run, toolCall } from './run-with-mcp.js';
import { jsonOf } from './scripted.js';
import { recordsOf } from './session-files.js';

describe('a published MCP server', () => {
  it('gives its tools over stdio, over HTTP and over server-sent events', async () => {
    const web = { type: 'http', url: await publishedHttpServer('streamableHttp') };
    const older = { type: 'sse', url: await publishedHttpServer('sse') };
    const cwd = temporaryFolder({ '.mcp.json': mcpFile({ files: publishedServer, web, older }) });
    const { data } = await jsonOf(['tool-pool', '--trust', '--deny-tool', 'mcp__web__get-*'], { cwd, env });
    expect(data).toMatchObject({
      servers: [
        { server: 'files', state: 'ready' },
        { server: 'web', state: 'ready' },
        { server: 'older', state: 'ready' },
      ],
      tools: expect.arrayContaining([
        expect.objectContaining({ name: 'mcp__files__echo', source_hint: 'mcp:files' }),
        expect.objectContaining({ name: 'mcp__older__echo', source_hint: 'mcp:older' }),
        expect.objectContaining({ name: 'mcp__web__echo', source_hint: 'mcp:web' }),
      ]),
      out: expect.arrayContaining([
        expect.objectContaining({ name: 'mcp__web__get-sum', rule: 'mcp__web__get-*' }),
      ]),
    });
    for (const server of ['files', 'web', 'older']) {
      const { data: said } = await exec(cwd, `mcp__${server}__echo`, { message: 'hello' });
      expect(said).toMatchObject({ message: 'Echo: hello', handled: true });
    }
    const refused = await exec(cwd, 'mcp__web__get-sum', { a: 1 });
    expect(refused.error).toMatchObject({ code: 'payload_invalid' });
  });
});

describe('a run with an MCP server', () => {
  const replies = [toolCall('mcp__own__echo', { say: 'hi' }), { say: 'Done.' }];

  it('calls its tools, records them like any other, and replays without the server', async () => {
    const cwd = project('none', replies);
    expect(await run(cwd)).toMatchObject({ exit_code: 0, data: { warnings: [] } });
    const records = recordsOf(join(cwd, '.context/sessions/s.jsonl'));
    expect(records.find(({ type }) => type === 'run.opened')).toMatchObject({
      settings: { mcp: ['.mcp.json'] },
      servers: [{ server: 'own', state: 'ready', tools: 3 }],
      pool: expect.arrayContaining([
        expect.objectContaining({
          name: 'mcp__own__echo',
          server: 'own',
          read_only: true,
          tokens: expect.any(Number),
        }),
      ]),
    });
    expect(returned(cwd)).toMatchObject([{ tool: 'mcp__own__echo', output: 'hi', is_error: false }]);
    const elsewhere = temporaryFolder({
      's.jsonl': readFileSync(join(cwd, '.context/sessions/s.jsonl'), 'utf8'),
    });
    expect(await jsonOf(['replay', 's.jsonl', '--verify'], { cwd: elsewhere })).toMatchObject({
      exit_code: 0,
      data: { identical: true },
    });
    expect(await jsonOf(['verify', 's.jsonl'], { cwd: elsewhere })).toMatchObject({ exit_code: 0 });
  });

  it('takes the file that it is told to, or none', async () => {
    const cwd = project('none', replies);
    const other = temporaryFolder({ 'other.json': mcpFile({ other: ownServer() }) });
    const without = await run(cwd, '--no-mcp');
    expect(without).toMatchObject({
      exit_code: 0,
      data: { runs: [{ turns: [{ permission_denials: [{ reason: 'this run has no such tool' }] }] }] },
    });
    const { data } = await jsonOf(['tool-pool', '--trust', '--mcp', join(other, 'other.json')], { cwd, env });
    expect(data).toMatchObject({ servers: [{ server: 'other', state: 'ready' }] });
    expect((await run(cwd, '--mcp', 'nowhere.json', '--session-id', 't')).error).toMatchObject({
      code: 'flag_repeated',
    });
    expect(
      (await jsonOf(['tool-pool', '--trust', '--mcp', 'nowhere.json'], { cwd, env })).error,
    ).toMatchObject({
      code: 'file_not_found',
    });
  });

  it('is denied its tools by the same policy', async () => {
    const cwd = project('none', replies);
    const { error } = await run(cwd, '--deny-tool', 'mcp__own__*', '--on-deny', 'stop');
    expect(error).toMatchObject({ kind: 'policy', code: 'tool_denied' });
    expect((await exec(cwd, 'mcp__own__echo', { say: 'x' }, '--deny-prefix', 'mcp__')).error).toMatchObject({
      code: 'tool_denied',
    });
  });

  it('gives the server no credentials but those that its entry names', async () => {
    const server = { ...ownServer(), env: { GIVEN: `\${MY_TOKEN}` } };
    const cwd = temporaryFolder({ '.mcp.json': mcpFile({ own: server }) });
    const { data } = await jsonOf(['exec-tool', 'mcp__own__env', '{}', '--trust'], {
      cwd,
      env: { ...env, MY_TOKEN: 'x1', OTHER: 'y' },
    });
    const seen = JSON.parse(String(data?.['message']));
    expect(seen).toMatchObject({ GIVEN: 'x1', OTHER: 'y' });
    expect(seen).not.toHaveProperty('MY_TOKEN');
  });

  it('ends the server with all that it started, also one that will not go', async () => {
    const cwd = project('outlives-its-input', []);
    const { data } = await exec(cwd, 'mcp__own__pid', {});
    const pid = Number(data?.['message']);
    expect(pid).toBeGreaterThan(0);
    await until(() => !isRunning(pid));
  });

  it('starts servers again on resume only when asked', async () => {
    const cwd = project('none', [toolCall('mcp__own__echo', { say: 'hi' }), { say: 'Done.' }]);
    await run(cwd);
    const file = join(cwd, '.context/sessions/s.jsonl');
    const task2 = ['resume', 's', '--task', 'Again.'];
    const without = await jsonOf([...task2, '--trust'], { cwd, env });
    expect(without.data).toMatchObject({
      warnings: ['the MCP servers of this session were not started again; --with-mcp starts them'],
      runs: [{ turns: [{ permission_denials: [{ tool_name: 'mcp__own__echo' }] }] }],
    });
    const asked = await jsonOf([...task2, '--with-mcp', '--trust'], { cwd, env });
    expect(asked.data).toMatchObject({ warnings: [], runs: [{ turns: [{ permission_denials: [] }] }] });
    expect(await jsonOf(['replay', file, '--verify'], { cwd: temporaryFolder() })).toMatchObject({
      exit_code: 0,
    });
  });
});

describe('a run that is gone on with', () => {
  const interrupted = async () => {
    const echo = toolCall('mcp__own__echo', { say: 'hi' });
    const cwd = project('none', [echo, echo, { say: 'Done.' }]);
    await run(cwd);
    const file = join(cwd, '.context/sessions/s.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    const first = lines.findIndex((line) => line.includes('"type":"tool.returned"'));
    writeFileSync(file, `${lines.slice(0, first + 1).join('\n')}\n`);
    return { cwd, file };
  };
  const resumed = (file: string) => recordsOf(file).find(({ type }) => type === 'session.resumed');

  it('has the tools of its servers where they were started again', async () => {
    const { cwd, file } = await interrupted();
    expect(await jsonOf(['resume', 's', '--trust-log', '--with-mcp', '--trust'], { cwd, env })).toMatchObject(
      {
        exit_code: 0,
        data: { runs: [{ turns: [{ permission_denials: [], tool_calls: 2 }] }] },
      },
    );
    expect(resumed(file)).not.toHaveProperty('tools_missing');
  });

  it.each<[string, string[], Misbehaviour, string[]]>([
    ['no server was started', [], 'none', ['mcp__own__echo', 'mcp__own__pid', 'mcp__own__env']],
    ['a tool has another schema now', ['--with-mcp'], 'has-a-hostile-schema', ['mcp__own__echo']],
  ])('says which tools are missing where %s, and refuses calls of them', async (_, flags, now, missing) => {
    const { cwd, file } = await interrupted();
    writeFileSync(join(cwd, '.mcp.json'), mcpFile({ own: ownServer(now) }));
    expect(await jsonOf(['resume', 's', '--trust-log', '--trust', ...flags], { cwd, env })).toMatchObject({
      exit_code: 0,
      data: { runs: [{ turns: [{ permission_denials: [{ tool_name: 'mcp__own__echo' }] }] }] },
    });
    expect(resumed(file)).toMatchObject({ tools_missing: missing });
    const elsewhere = temporaryFolder();
    expect(await jsonOf(['verify', file], { cwd: elsewhere })).toMatchObject({ exit_code: 0 });
    expect(await jsonOf(['replay', file, '--verify'], { cwd: elsewhere })).toMatchObject({ exit_code: 0 });
  });
});

it('shows people the servers and what became of them', async () => {
  const cwd = temporaryFolder({ '.mcp.json': mcpFile({ good: ownServer(), bad: { command: '' } }) });
  const { stdout, stderr } = await runCtx(['tool-pool', '--trust'], { cwd, env });
  expect(stdout).toContain('Servers\n  good  ready   3 tools\n  bad   failed  command is not a text\n');
  expect(stderr).toContain('the MCP server bad did not start');
});
