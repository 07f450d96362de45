import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { colourTerminal, runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, scriptOf, task } from '../../test/scripted.js';
import { recordsOf } from '../../test/session-files.js';

const hello = [{ say: 'Hello.' }];

const inScratch = `
model: script:./s.yaml
workspace: ./work
scratch: true
session_id: s
runs: [{ run_id: r1, task: Change it. }]
`;

describe('run', () => {
  it('keeps the session in .context/sessions, private and out of git', async () => {
    const cwd = scriptedFolder(hello);
    const { data } = await jsonOf(['run', ...task('Greet.'), '--session-id', 'greeting'], { cwd });
    const path = join(cwd, '.context/sessions/greeting.jsonl');
    expect(data).toMatchObject({ session_id: 'greeting', path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(cwd, '.context/sessions/.gitignore'), 'utf8')).toBe('*\n');
    expect(readdirSync(join(cwd, '.context'))).toEqual(['sessions']);
  });

  it('gives the result of each turn, the totals and the head of the chain', async () => {
    const cwd = scriptedFolder([
      {
        call: [{ tool: 'bash', input: { command: 'echo 7' } }],
        usage: { input_tokens: 5, output_tokens: 2 },
      },
      { say: 'Seven.', usage: { input_tokens: 9, output_tokens: 1 } },
    ]);
    const { data } = await jsonOf(['run', ...task('Use bash and a command.'), '--out', 's.jsonl'], { cwd });
    expect(data).toMatchObject({
      runs: [
        {
          run_id: 'r1',
          stop_reason: 'completed',
          turns: [
            {
              turn: 1,
              prompt: 'Use bash and a command.',
              output: 'Seven.',
              cancel_observed: false,
              matched_tools: ['bash'],
              permission_denials: [],
              usage: { input_tokens: 14, output_tokens: 3, cost_microusd: 0 },
              model_calls: 2,
              tool_calls: 1,
              compaction_occurred: false,
            },
          ],
        },
      ],
      totals: { turns: 1, model_calls: 2, tool_calls: 1, input_tokens: 14, output_tokens: 3 },
      chain_head: recordsOf(join(cwd, 's.jsonl')).at(-1)?.hash,
    });
  });

  it('starts every run of a config with an empty conversation, and one that fails does not stop the next', async () => {
    const config = `
model: script:./s.yaml
runs:
  - { run_id: first, task: One., model: "script:./broken.yaml" }
  - { run_id: second, task: Two. }
`;
    const files = { 'c.yaml': config, 'broken.yaml': scriptOf({ refuse: 'No.' }) };
    const cwd = scriptedFolder([{ expect: { equals: 'Two.' }, say: 'Second.' }], files);
    const { error, exit_code } = await jsonOf(['run', 'c.yaml'], { cwd });
    expect(exit_code).toBe(1);
    expect(error).toMatchObject({
      code: 'content_filter',
      target: 'first',
      details: { runs: [{ stop_reason: 'content_filter' }, { stop_reason: 'completed' }] },
    });
  });

  it('works in a scratch copy when asked, and leaves the workspace alone', async () => {
    const cwd = scriptedFolder(
      [{ call: [{ tool: 'write', input: { path: 'a.txt', content: 'new' } }] }, { say: 'Done.' }],
      { 'c.yaml': inScratch, 'work/a.txt': 'old' },
    );
    await jsonOf(['run', 'c.yaml'], { cwd });
    expect(readFileSync(join(cwd, 'work/a.txt'), 'utf8')).toBe('old');
    expect(readFileSync(join(cwd, '.context/scratch/s/a.txt'), 'utf8')).toBe('new');
  });

  it('makes the scratch copy anew for each session, so that the same config gives the same bytes again', async () => {
    const cwd = scriptedFolder(
      [
        { call: [{ tool: 'bash', input: { command: 'cat a.txt; echo more >> a.txt; touch b.txt' } }] },
        { call: [{ tool: 'bash', input: { command: 'ls' } }] },
        { say: 'Done.' },
      ],
      { 'c.yaml': inScratch, 'work/a.txt': 'old\n' },
    );
    const bytes = async (command: string, ...flags: readonly string[]) => {
      const { data } = await jsonOf([command, 'c.yaml', ...flags], { cwd });
      return readFileSync(String(Reflect.get(Object(data), 'path')), 'utf8');
    };
    const first = await bytes('simulate', '--out', 'one.jsonl');
    expect(await bytes('simulate', '--out', 'two.jsonl')).toBe(first);
    expect(await bytes('run', '--out', 'three.jsonl')).toBe(first);
    expect(await bytes('run')).toBe(first);
    await jsonOf(['delete-session', 's'], { cwd });
    expect(readdirSync(join(cwd, '.context/scratch'))).toEqual(['.gitignore']);
    expect(await bytes('run')).toBe(first);
    expect(first).toContain('old\\n');
  });

  it('asks for a structured output, lets the model repair it, and returns the value', async () => {
    const schema = JSON.stringify({
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'integer' } },
    });
    const cwd = scriptedFolder([{ say: 'seven' }, { say: '{"n":7}' }], { 'schema.json': schema });
    const argv = ['run', ...task('A number.'), '--structured-output', 'schema.json', '--out', 's.jsonl'];
    const { data } = await jsonOf(argv, { cwd });
    expect(data).toMatchObject({ runs: [{ turns: [{ structured_output: { n: 7 } }] }] });
    expect(recordsOf(join(cwd, 's.jsonl')).filter(({ type }) => type === 'output.rejected')).toHaveLength(1);
  });

  it('keeps the value of a credential out of the log, and the record says so', async () => {
    const secret = `very-${'secret'}-value`;
    const cwd = scriptedFolder(
      [{ call: [{ tool: 'bash', input: { command: 'cat note.txt' } }] }, { say: 'Seen.' }],
      { 'note.txt': `the key is ${secret}\n` },
    );
    await jsonOf(['run', ...task('Look.'), '--out', 's.jsonl'], {
      cwd,
      env: { PATH: process.env['PATH'], SOME_API_KEY: secret },
    });
    expect(readFileSync(join(cwd, 's.jsonl'), 'utf8')).not.toContain(secret);
    expect(recordsOf(join(cwd, 's.jsonl')).find(({ type }) => type === 'tool.returned')).toMatchObject({
      output: 'the key is [redacted:SOME_API_KEY]\n',
      redacted: 1,
    });
  });

  it('warns of a rule that matches no tool', async () => {
    const cwd = scriptedFolder(hello);
    const { stderr, exitCode } = await runCtx(['run', ...task('Greet.'), '--deny-tool', 'bsah'], { cwd });
    expect(stderr).toContain('warning: the rule bsah matches no tool');
    expect(exitCode).toBe(0);
  });

  it.each([
    ['--deny-tool', 'bash(git'],
    ['--allow-tool', 'Bash[git *]'],
    ['--ask-tool', 'bash()'],
  ])('starts nothing with the rule that %s %s says, which nobody can read', async (flag, rule) => {
    const cwd = scriptedFolder(hello);
    const { stderr, exitCode } = await runCtx(['run', ...task('Greet.'), flag, rule], { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`The rule \`${rule}\` cannot be read.`)]);
    expect(existsSync(join(cwd, '.context'))).toBe(false);
  });

  it('starts nothing with a config whose rule nobody can read', async () => {
    const cwd = scriptedFolder(hello);
    writeFileSync(
      join(cwd, 'c.yaml'),
      'model: script:s.yaml\npolicy: { deny: ["bash(git"] }\nruns: [{ run_id: r1, task: Hi. }]\n',
    );
    const { stderr, exitCode } = await runCtx(['run', 'c.yaml'], { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('The rule `bash(git` cannot be read.')]);
  });

  it('says in text what came of it and what to do next', async () => {
    const { stdout } = await runCtx(['run', ...task('Greet.'), '--session-id', 'g'], {
      cwd: scriptedFolder(hello),
    });
    expect(stdout).toContain('r1  completed\nHello.\n');
    expect(stdout).toContain('ctx load-session g --messages');
  });

  it('names a session outside the project’s folder by its file, as a shell takes it', async () => {
    const cwd = scriptedFolder(hello);
    const { stdout } = await runCtx(['run', ...task('Greet.'), '--out', 'my run.jsonl'], { cwd });
    const file = /ctx load-session '(.+)' --messages/.exec(stdout)?.[1] ?? '';
    expect(file).toBe(join(cwd, 'my run.jsonl'));
    expect((await runCtx(['load-session', file, '--messages'], { cwd })).stdout).toContain('> Hello.');
  });

  it('shows what the agent says and does on a terminal, with control characters made visible', async () => {
    const cwd = scriptedFolder([
      { say: 'Looking.', call: [{ tool: 'bash', input: { command: "printf '\\033[2Jboo'" } }] },
      { fault: { status: 529 } },
      { call: [{ tool: 'bash', input: { command: 'rm x' } }] },
      { say: 'Done.' },
    ]);
    const argv = ['run', ...task('Go.'), '--deny-tool', 'bash(rm *)'];
    const { stderr } = await runCtx(argv, { cwd, terminal: colourTerminal });
    for (const part of ['Looking.', 'boo', '␛[2J', 'status 529', 'denied', 'completed'])
      expect(stderr).toContain(part);
    expect(stderr).not.toContain('\u001b[2J');
  });
});

it('CTX_SESSIONS_DIR moves the sessions', async () => {
  const cwd = scriptedFolder(hello);
  const elsewhere = temporaryFolder();
  const { data } = await jsonOf(['run', ...task('Go.'), '--session-id', 's'], {
    cwd,
    env: { CTX_SESSIONS_DIR: elsewhere },
  });
  expect(data).toMatchObject({ path: join(elsewhere, 's.jsonl') });
  expect(existsSync(join(cwd, '.context'))).toBe(false);
});

it('says that nothing was sent where not even the first call fits into the budget', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  const { error } = await jsonOf(['run', ...task('Go.'), '--max-tokens', '5'], { cwd });
  expect(error).toMatchObject({
    code: 'max_budget_reached',
    message: 'Run `r1` sent nothing: its first model call would not fit into the budget.',
    hint: expect.stringContaining('--max-tokens'),
  });
});

it.each([
  ['session-config', { 'c.yaml': 'runs: 7\n' }, ['run', 'c.yaml']],
  ['script', { 's.yaml': 'model: script/1\nreplies: 7\n' }, ['run', ...task('Go.')]],
])('points from a document that does not fit to the schema %s', async (schema, files, argv) => {
  const { error } = await jsonOf(argv, { cwd: temporaryFolder(files) });
  expect(error).toMatchObject({
    code: 'document_invalid',
    hint: `Compare it with the schema: \`ctx schema ${schema}\`.`,
  });
});
