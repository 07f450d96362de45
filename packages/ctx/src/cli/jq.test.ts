import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { compileJq } from './jq.js';

const value = {
  data: {
    list: [
      { name: 'a', n: 1 },
      { name: 'b "c"', n: null },
    ],
    'odd name': true,
    n: 2.5,
  },
};

describe('--jq', () => {
  it.each([
    ['.', `${JSON.stringify(value)}\n`],
    ['.data.n', '2.5\n'],
    ['.data.list[].name', 'a\nb "c"\n'],
    ['.data.list[-1].name', 'b "c"\n'],
    ['.data["odd name"]', 'true\n'],
    ['.data."odd name"', 'true\n'],
    [' .data | .list | length ', '2\n'],
    ['.data|keys', '["list","n","odd name"]\n'],
    ['.data.list[0] | .name | length', '1\n'],
    ['.nothing.here', 'null\n'],
    ['.data.n[]', ''],
    ['.data.toString', 'null\n'],
    ['.[]', `${JSON.stringify(value.data)}\n`],
  ])('%s', (expression, text) => {
    expect(compileJq(expression)(value)).toBe(text);
  });

  it.each([
    '',
    '.a |',
    '| .a',
    '.a + 1',
    'map(.a)',
    '.a .',
    'length.a',
    '.a[',
    '.a[1:2]',
    'a',
    '[0]',
    '.a | select(.b)',
    '."\\x"x',
  ])('refuses %j: it is beyond what --jq takes', (expression) => {
    expect(() => compileJq(expression)).toThrow(expect.objectContaining({ code: 'jq_invalid' }));
  });

  it('prints what it picks, also before the command’s name', async () => {
    const cwd = temporaryFolder();
    for (const words of [
      ['list-sessions', '--jq', '.data.total'],
      ['--jq', '.data.total', 'list-sessions'],
      ['--jq=.data.total', 'list-sessions'],
    ])
      expect(await runCtx(words, { cwd })).toEqual({ exitCode: 0, stdout: '0\n', stderr: '' });
  });

  it('leaves the answer of a command that failed whole', async () => {
    const { stdout, exitCode } = await runCtx(['load-session', 'nobody', '--jq', '.data.path'], {
      cwd: temporaryFolder(),
    });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'session_unknown' } });
  });

  it('refuses an expression before the command runs', async () => {
    const { stdout, exitCode } = await runCtx(['list-sessions', '--jq', 'map(.x)'], {
      cwd: temporaryFolder(),
    });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'jq_invalid' } });
  });
});

describe('--json', () => {
  it('is short for --output-format json, for every command that has one', async () => {
    const cwd = temporaryFolder();
    const [short, long] = [
      await runCtx(['list-sessions', '--json'], { cwd }),
      await runCtx(['list-sessions', '--output-format', 'json'], { cwd }),
    ];
    expect(short).toEqual(long);
    expect((await runCtx(['--json', 'list-sessions'], { cwd })).stdout).toBe(long.stdout);
    expect(JSON.parse((await runCtx(['--json'], { cwd })).stdout)).toMatchObject({
      error: { code: 'command_missing' },
    });
    expect(JSON.parse((await runCtx(['summary', '--json'], { cwd })).stdout)).toMatchObject({
      error: { code: 'json_opted_out' },
    });
  });
});
