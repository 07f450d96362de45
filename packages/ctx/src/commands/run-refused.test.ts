import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, scriptOf, task } from '../../test/scripted.js';

const hello = [{ say: 'Hello.' }];

describe('run refuses', () => {
  const refusals: readonly [string, readonly string[], Readonly<Record<string, string>>, object][] = [
    ['nothing to run', ['run'], {}, { code: 'task_missing', kind: 'usage' }],
    ['no model', ['run', '--task', 'Go.'], {}, { code: 'model_missing', kind: 'usage' }],
    [
      'a model that nobody knows',
      ['run', '--task', 'Go.', '--model', 'gtp-5'],
      {},
      { code: 'model_unknown' },
    ],
    ['a config and a task', ['run', 'c.yaml', '--task', 'Go.'], {}, { code: 'flags_contradict' }],
    [
      '--append and --out',
      ['run', 'c.yaml', '--append', 'x', '--out', 'y'],
      {},
      { code: 'flags_contradict' },
    ],
    ['a config that is not there', ['run', 'c.yaml'], {}, { code: 'file_not_found', kind: 'filesystem' }],
    ['a config that is a folder', ['run', 'c.yaml'], { 'c.yaml/x': '' }, { code: 'file_unreadable' }],
    ['a config that is not YAML', ['run', 'c.yaml'], { 'c.yaml': 'runs: [' }, { code: 'document_malformed' }],
    ['an empty config', ['run', 'c.yaml'], { 'c.yaml': '' }, { code: 'document_malformed' }],
    ['a config of another shape', ['run', 'c.yaml'], { 'c.yaml': '[1, 2]' }, { code: 'document_invalid' }],
    [
      'a misspelt key, with the nearest',
      ['run', 'c.yaml'],
      { 'c.yaml': 'model: script:s.yaml\nruns: [{ run_id: r1, tasc: Go. }]' },
      { code: 'document_key_unknown', hint: 'Did you mean `task`?' },
    ],
    [
      'a YAML bomb',
      ['run', 'c.yaml'],
      { 'c.yaml': 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nruns: []' },
      { code: 'document_malformed' },
    ],
    [
      'two runs with one id',
      ['run', 'c.yaml'],
      { 'c.yaml': 'model: script:s.yaml\nruns: [{ run_id: a, task: x }, { run_id: a, task: y }]' },
      { code: 'run_id_repeated' },
    ],
    [
      'a workspace that is not there',
      ['run', ...task('Go.'), '--workspace', 'nowhere'],
      {},
      { code: 'workspace_missing' },
    ],
    [
      'a script that is not there',
      ['run', '--task', 'x', '--model', 'script:no.yaml'],
      {},
      { code: 'file_not_found' },
    ],
    [
      'a script with a misspelt key',
      ['run', '--task', 'x', '--model', 'script:t.yaml'],
      { 't.yaml': scriptOf({ sya: 'x' }) },
      { kind: 'parse' },
    ],
    [
      'an id that leaves the folder',
      ['run', ...task('Go.'), '--session-id', '../victim'],
      {},
      { code: 'session_id_invalid' },
    ],
    [
      'an id with a control character',
      ['run', ...task('Go.'), '--session-id', 'a\u0007'],
      {},
      { code: 'session_id_invalid' },
    ],
    [
      'a folder for --out that is not there',
      ['run', ...task('Go.'), '--out', 'no/s.jsonl'],
      {},
      { kind: 'filesystem' },
    ],
    [
      'a schema that is not JSON',
      ['run', ...task('Go.'), '--structured-output', 's.yaml.md'],
      { 's.yaml.md': '#' },
      { code: 'document_malformed' },
    ],
  ];

  it.each(refusals)('%s, and writes nothing', async (_, argv, files, expected) => {
    const cwd = scriptedFolder(hello, files);
    const { error, exit_code } = await jsonOf(argv, { cwd });
    expect(error).toMatchObject(expected);
    expect(exit_code).toBe(1);
    expect(existsSync(join(cwd, '.context'))).toBe(false);
  });

  it('one word that no file is called by, and says how a prompt of one word is given', async () => {
    const cwd = scriptedFolder(hello);
    const { error } = await jsonOf(['run', 'hi', '--model', 'script:s.yaml'], { cwd });
    expect(error).toMatchObject({ code: 'file_not_found', hint: expect.stringContaining('ctx run -p hi') });
    const { error: path } = await jsonOf(['run', 'no-such-config.yaml', '--model', 'script:s.yaml'], { cwd });
    expect(path).toMatchObject({ code: 'file_not_found', hint: 'Check the path.' });
  });

  it('a session that is already there, and leaves it as it is', async () => {
    const cwd = scriptedFolder(hello, { 'taken.jsonl': 'mine\n' });
    const { error } = await jsonOf(['run', ...task('Go.'), '--out', 'taken.jsonl'], { cwd });
    expect(error).toMatchObject({ code: 'session_exists' });
    expect(readFileSync(join(cwd, 'taken.jsonl'), 'utf8')).toBe('mine\n');
  });

  it.each([
    ['an agent', ['--agent', 'nobody']],
    ['a model without its key', ['--model', 'openai/gpt-5']],
  ])('%s, with that alone: what the run would have been allowed is not said', async (_, flags) => {
    const outside = { cwd: scriptedFolder(hello), env: { HOME: temporaryFolder(), PATH: '/nowhere' } };
    const { exitCode, stderr } = await runCtx(['run', '-p', 'Go.', ...flags], outside);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^ctx: /);
    expect(stderr).not.toContain('policy: ');
  });

  it.each([
    [
      'c.yaml',
      'a: &x 1\nb: *x\n',
      'aliases (`*name`) are not allowed (line 2).',
      'the file is YAML or JSON.',
    ],
    ['c.json', '{"a": &x 1, "b": *x}', 'aliases (`*name`) are not allowed (line 1).', 'the file is JSON.'],
  ])('aliases in %s, in words', async (name, text, message, hint) => {
    const cwd = temporaryFolder({ [name]: text });
    const { error } = await jsonOf(['run', name], { cwd });
    expect(error?.message).toContain(message);
    expect(error?.hint).toContain(hint);
  });

  it('a folder for a file, and writes nothing into it', async () => {
    const cwd = scriptedFolder(hello);
    const before = readdirSync(cwd);
    const { error } = await jsonOf(['run', ...task('Go.'), '--out', '.'], { cwd });
    expect(error?.message).toBe(`${cwd} is a folder, not a file.`);
    expect(error?.hint).toContain(join(cwd, 'session.jsonl'));
    expect(readdirSync(cwd)).toEqual(before);
  });

  it('a session to append to that is not there', async () => {
    const { error, ...envelope } = await jsonOf(['run', ...task('Go.'), '--append', 'nobody'], {
      cwd: scriptedFolder(hello),
    });
    expect(error).toMatchObject({ kind: 'session_not_found', target: 'nobody' });
    expect(envelope).toMatchObject({ name: 'nobody', found: false });
  });
});
