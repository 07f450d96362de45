import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, cleanEnvironment, runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import {
  type Misbehaviour,
  mcpFile,
  ownServer,
  publishedHttpServer,
  publishedServer,
} from './mcp-servers.js';
import { overtaken } from './overtaken.js';
import { jsonOf, scriptOf, task } from './scripted.js';
import { recordsOf } from './session-files.js';

const env = { PATH: process.env['PATH'] };

const exec = (cwd: string, tool: string, payload: object, ...flags: string[]) =>
  jsonOf(['exec-tool', tool, JSON.stringify(payload), '--trust', ...flags], { cwd, env });

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

const toolCall = (tool: string, input: object = {}) => ({ call: [{ tool, input }] });

function project(misbehaviour: Misbehaviour, replies: readonly object[], more: object = {}): string {
  return temporaryFolder({
    '.mcp.json': mcpFile({ own: { ...ownServer(misbehaviour), ...more } }),
    's.yaml': scriptOf(...replies),
  });
}

const run = (cwd: string, ...flags: string[]) =>
  jsonOf(['run', ...task('Go.'), '--session-id', 's', '--trust', ...flags], { cwd, env });

const returned = (cwd: string) =>
  recordsOf(join(cwd, '.context/sessions/s.jsonl')).filter(({ type }) => type === 'tool.returned');

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
    const stat = `/proc/${data?.['message']}/stat`;
    while (existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z '))
      await new Promise((resolve) => setTimeout(resolve, 5));
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

describe('an MCP server that', () => {
  it.each<[string, Misbehaviour, object, string]>([
    ['never answers', 'silent', { startup_timeout_ms: 300 }, 'it was not ready after 300 ms'],
    ['dies at once', 'dies-at-once', {}, 'no licence'],
    ['lies about its list of tools', 'lies-about-its-list', {}, ''],
    ['is not there', 'none', { command: './no-such-program' }, 'ENOENT'],
  ])('%s is reported by its name, and the run goes on without it', async (_, misbehaviour, more, reason) => {
    const cwd = project(misbehaviour, [{ say: 'Done.' }], more);
    const { exit_code, data } = await run(cwd);
    expect(exit_code).toBe(0);
    expect(String(data?.['warnings'])).toContain('the MCP server own did not start');
    expect(String(data?.['warnings'])).toContain(reason);
    expect(
      recordsOf(join(cwd, '.context/sessions/s.jsonl')).find(({ type }) => type === 'run.opened'),
    ).toMatchObject({
      servers: [{ server: 'own', state: 'failed', reason: expect.stringContaining(reason) }],
    });
  });

  it.each([
    ['a b', 'a.b'],
    ['a', 'a__b'],
    ['x'.repeat(70), `${'x'.repeat(70)}y`],
  ])('cannot be told from another by its tools’ names ends the run: %j and %j', async (one, other) => {
    const server = ownServer('none');
    const cwd = temporaryFolder({
      '.mcp.json': mcpFile({ [one]: server, [other]: server }),
      's.yaml': scriptOf({ say: 'Done.' }),
    });
    expect(await run(cwd)).toMatchObject({
      exit_code: 1,
      error: { kind: 'mcp', code: 'mcp_names_collide', target: other },
    });
    expect(existsSync(join(cwd, '.context/sessions'))).toBe(false);
  });

  it('is required and does not start ends the run before anything is written', async () => {
    const cwd = project('dies-at-once', [{ say: 'Done.' }], { required: true });
    expect(await run(cwd)).toMatchObject({
      exit_code: 1,
      error: { kind: 'mcp', code: 'mcp_server_failed', target: 'own', operation: 'start_server' },
    });
    expect(existsSync(join(cwd, '.context'))).toBe(false);
  });

  it.each<[string, Misbehaviour, object, string]>([
    ['dies in a call', 'dies-in-a-call', {}, 'The MCP server own gave no result'],
    ['hangs in a call', 'hangs-in-a-call', { timeout_ms: 200 }, 'timed out'],
    ['floods', 'floods-in-a-call', {}, 'The MCP server own gave no result'],
    ['lies about its output', 'lies-about-its-output', {}, 'does not fit the schema that the server gave'],
  ])('%s leaves an error in the log that the model is told of', async (_, misbehaviour, more, reason) => {
    const echo = toolCall('mcp__own__echo', { say: 'hi' });
    const cwd = project(misbehaviour, [echo, echo, { say: 'Done.' }], more);
    expect(await run(cwd)).toMatchObject({ exit_code: 0 });
    expect(returned(cwd)).toMatchObject([
      { is_error: true, output: expect.stringContaining(reason) },
      { is_error: true, output: expect.stringContaining('The MCP server own gave no result') },
    ]);
  });

  it('has a schema that would take for ever does not hold the run up', async () => {
    const cwd = project('has-a-hostile-schema', [
      toolCall('mcp__own__echo', { say: `${'a'.repeat(60)}!` }),
      { say: 'Done.' },
    ]);
    expect(await run(cwd)).toMatchObject({ exit_code: 0 });
    expect(returned(cwd)).toMatchObject([
      { is_error: true, output: expect.stringContaining('cannot be evaluated') },
    ]);
  });

  it('hangs is given up when the run’s time is over, with the true exit code', async () => {
    const cwd = project('hangs-in-a-call', [toolCall('mcp__own__echo', { say: 'hi' })]);
    const argv = ['run', ...task('Go.'), '--session-id', 's', '--trust'];
    const called = () => existsSync(join(cwd, 'called'));
    expect(await overtaken(argv, { cwd, env }, called)).toMatchObject({
      exit_code: 2,
      error: { code: 'timeout', details: { runs: [{ turns: [{ tool_calls: 1 }] }] } },
    });
    expect(returned(cwd)).toMatchObject([{ interrupted: true, is_error: true }]);
  });
});

it('shows people the servers and what became of them', async () => {
  const cwd = temporaryFolder({ '.mcp.json': mcpFile({ good: ownServer(), bad: { command: '' } }) });
  const { stdout, stderr } = await runCtx(['tool-pool', '--trust'], { cwd, env });
  expect(stdout).toContain('Servers\n  good  ready   3 tools\n  bad   failed  command is not a text\n');
  expect(stderr).toContain('the MCP server bad did not start');
});

describe('a server that asks the person something in a call', () => {
  const cwd = () => temporaryFolder({ '.mcp.json': mcpFile({ own: ownServer('asks-in-a-call') }) });

  it('is declined where nobody is at a terminal', async () => {
    const { data } = await exec(cwd(), 'mcp__own__echo', { say: 'x' });
    expect(data).toMatchObject({ message: '{"action":"decline"}', handled: true });
  });

  it.each([
    [
      'with the answers',
      'y\ngreen\nblue\n\nyes\n',
      { action: 'accept', content: { colour: 'blue', times: 3, loud: true } },
    ],
    ['with a no', 'n\n', { action: 'decline' }],
    ['with nothing that fits', 'y\n1\n2\n3\n', { action: 'cancel' }],
  ])('is answered on a terminal, %s', async (_, typed, answer) => {
    const python = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
    const words = [join(builtFolder(), 'ctx.cjs'), 'exec-tool', 'mcp__own__echo', '{"say":"x"}', '--trust'];
    const child = spawn('python3', ['-c', python, process.execPath, ...words], {
      cwd: cwd(),
      env: cleanEnvironment(temporaryFolder()),
    });
    let shown = '';
    child.stdout.on('data', (chunk) => {
      shown += chunk;
    });
    child.stdin.write(typed);
    const [code] = await once(child, 'close');
    expect(code, shown).toBe(0);
    expect(shown).toContain('The MCP server own asks: Which one?');
    expect(shown).toContain(JSON.stringify(answer));
  });
});

it('a server without any tools is ready with none, and nothing but the answer is printed', async () => {
  const cwd = temporaryFolder({ '.mcp.json': mcpFile({ own: ownServer('has-no-tools') }) });
  const answer = await runBuilt('ctx', ['tool-pool', '--trust', '--output-format', 'json'], { cwd });
  expect(answer.stderr).toBe('');
  expect(envelopeOf(answer)).toMatchObject({
    data: { servers: [{ server: 'own', state: 'ready', tools: 0 }] },
  });
});
