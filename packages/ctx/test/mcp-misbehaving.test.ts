import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { type Misbehaviour, mcpFile, ownServer } from './mcp-servers.js';
import { onTerminal } from './on-terminal.js';
import { overtaken } from './overtaken.js';
import { env, exec, project, returned, run, toolCall } from './run-with-mcp.js';
import { scriptOf, task } from './scripted.js';
import { recordsOf } from './session-files.js';

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
    const words = ['exec-tool', 'mcp__own__echo', '{"say":"x"}', '--trust'];
    const place = { cwd: cwd(), home: temporaryFolder(), ahead: typed };
    const { exitCode, shown } = await onTerminal(words, [], place);
    expect(exitCode, shown).toBe(0);
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
