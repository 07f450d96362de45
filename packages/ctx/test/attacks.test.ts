// A model that tries: each attempt ends in a clear record, and the program with the true exit code.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordsOf as ofType } from '../src/agent/rehearsal.fixture.js';
import { callTool } from './called-tool.js';
import { temporaryFolder } from './folder.js';
import { colourTerminal, runCtx } from './in-process.js';
import { isRunning, until } from './processes.js';
import { jsonOf, scriptedFolder, task } from './scripted.js';
import { recordsOf } from './session-files.js';

const env = { PATH: process.env['PATH'] };
const call = (tool: string, input: object) => ({ call: [{ tool, input }] });
const run = (cwd: string, ...flags: string[]) =>
  jsonOf(['run', ...task('Go.'), '--session-id', 's', ...flags], { cwd, env });
const returned = (cwd: string) => ofType(recordsOf(join(cwd, '.context/sessions/s.jsonl')), 'tool.returned');

describe('a model that', () => {
  it('asks for tools that there are not is told so, call by call', async () => {
    const cwd = scriptedFolder([call('format_disk', {}), call('__proto__', {}), { say: 'Done.' }]);
    const { exit_code, data } = await run(cwd);
    expect(exit_code).toBe(0);
    expect(data).toMatchObject({
      runs: [
        {
          turns: [
            {
              permission_denials: [
                { tool_name: 'format_disk', reason: 'this run has no such tool' },
                { tool_name: '__proto__', reason: 'this run has no such tool' },
              ],
            },
          ],
        },
      ],
    });
    const stopped = await jsonOf(['run', ...task('Go.'), '--on-deny', 'stop'], { cwd, env });
    expect(stopped).toMatchObject({ exit_code: 1, error: { kind: 'policy', code: 'tool_denied' } });
  });

  it('asks for a thousand calls at once gets an answer to each, in order, and no more than the budget', async () => {
    const calls = Array.from({ length: 1000 }, (_, index) => ({
      tool: 'read',
      input: { path: `${index}.txt` },
    }));
    const cwd = scriptedFolder([{ call: calls }, { say: 'Done.' }]);
    expect(await run(cwd)).toMatchObject({ exit_code: 0, data: { totals: { tool_calls: 1000 } } });
    expect(returned(cwd).map(({ output }) => output)).toEqual(
      calls.map(({ input }) => `${input.path} does not exist.`),
    );
    const limited = await jsonOf(['run', ...task('Go.'), '--max-tool-calls', '10'], { cwd, env });
    expect(limited).toMatchObject({ exit_code: 1, error: { code: 'max_budget_reached' } });
    expect(limited.error?.['details']).toMatchObject({ totals: { tool_calls: 10 } });
  });

  it('reaches for paths outside gets nothing of them', async () => {
    const outside = temporaryFolder({ 'secret.txt': 'theirs' });
    const paths = ['../../etc/passwd', join(outside, 'secret.txt'), '/proc/self/environ', 'a/../../x'];
    const cwd = scriptedFolder([...paths.map((path) => call('read', { path })), { say: 'Done.' }]);
    expect(await run(cwd)).toMatchObject({ exit_code: 0 });
    expect(returned(cwd).map(({ output }) => output)).toEqual(
      paths.map((path) => `${path} is outside the workspace.`),
    );
  });

  it('plants a link during the run is not let out by it', async () => {
    const outside = temporaryFolder({ 'secret.txt': 'theirs' });
    const cwd = scriptedFolder([
      call('bash', { command: `ln -s ${outside} way && ln -s ${outside}/secret.txt file` }),
      call('read', { path: 'way/secret.txt' }),
      call('edit', { path: 'file', old_string: 'theirs', new_string: 'mine' }),
      call('write', { path: 'way/new.txt', content: 'x' }),
      call('grep', { pattern: 'theirs', path: 'way' }),
      { say: 'Done.' },
    ]);
    expect(await run(cwd)).toMatchObject({ exit_code: 0 });
    expect(returned(cwd).slice(1)).toMatchObject([
      { is_error: true, output: 'way/secret.txt is outside the workspace.' },
      { is_error: true, output: 'file is outside the workspace.' },
      { is_error: true, output: 'way/new.txt is outside the workspace.' },
      { is_error: true, output: 'way is outside the workspace.' },
    ]);
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('theirs');
    expect(existsSync(join(outside, 'new.txt'))).toBe(false);
  });

  it.each<[string, (huge: string) => object]>([
    ['bash', (huge) => ({ command: `echo ${huge}` })],
    ['read', (huge) => ({ path: huge })],
    ['edit', (huge) => ({ path: 'a', old_string: huge, new_string: '' })],
    ['glob', (huge) => ({ pattern: huge })],
    ['grep', (huge) => ({ pattern: huge })],
  ])('gives an argument of 50 MB is answered: %s', async (tool, inputOf) => {
    const input = inputOf('x'.repeat(50 * 1024 * 1024));
    const root = temporaryFolder({ a: 'text' });
    expect(await callTool(root, tool, input)).toMatchObject({ is_error: true });
    expect((await callTool(root, tool, input, { allow: [`${tool}(y*)`] })).is_error).toBe(true);
  });

  it('forks and detaches leaves nothing running', async () => {
    const command =
      "(setsid sh -c 'echo $$ > pid; exec sleep 1000' > /dev/null 2>&1 &) ; while [ ! -s pid ]; do sleep 0.01; done";
    const cwd = scriptedFolder([call('bash', { command }), { say: 'Done.' }]);
    expect(await run(cwd)).toMatchObject({ exit_code: 0 });
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    await until(() => !isRunning(pid));
  });

  it('chains a command to one that is allowed is denied all of it', async () => {
    const commands = [
      'git status; touch made',
      'git log $(touch made)',
      'git log\ntouch made',
      'git log && touch made',
      'git log > made',
      'git log `touch made`',
      'git log | tee made',
    ];
    const cwd = scriptedFolder([...commands.map((command) => call('bash', { command })), { say: 'Done.' }]);
    const { data } = await run(cwd, '--allow-tool', 'bash(git *)');
    expect(data).toMatchObject({ totals: { tool_calls: 0 } });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });
});

describe('control and bidirectional characters in a tool’s output', () => {
  const nasty = '\u001b[2J\u001b]0;owned\u0007 \u202egnp.exe\u2066 \u009b31m';
  /** What the live view itself tells the terminal: some lines up, and draw the rest anew. */
  const withoutRedrawing = (shown: string) => shown.replaceAll(/\r?\p{Cc}\[\d+A\p{Cc}\[J/gu, '');

  it('are neutralised on the terminal and kept true in the log', async () => {
    const cwd = scriptedFolder([call('read', { path: 'nasty.txt' }), { say: nasty }], { 'nasty.txt': nasty });
    const argv = ['run', ...task('Go.'), '--session-id', 's'];
    const { stdout, stderr } = await runCtx(argv, {
      cwd,
      env,
      terminal: { ...colourTerminal, colour: false },
    });
    const shown = withoutRedrawing(stdout + stderr);
    expect(shown).toContain('␛[2J␛]0;owned␇ <U+202E>gnp.exe<U+2066> <U+009B>31m');
    expect(shown).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u);
    expect(returned(cwd)).toMatchObject([{ output: nasty }]);
    const loaded = await runCtx(['load-session', 's', '--messages'], { cwd });
    expect(loaded.stdout).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('cannot come in by the name of a tool that does not exist', async () => {
    const cwd = scriptedFolder([call('\u001b[2Jfly', {}), { say: 'Done.' }]);
    const { stdout, stderr } = await runCtx(['run', ...task('Go.')], {
      cwd,
      env,
      terminal: { ...colourTerminal, colour: false },
    });
    expect(withoutRedrawing(stdout + stderr)).not.toContain('\u001b');
  });
});
