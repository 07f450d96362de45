// A mistyped command, flag, model, agent, id or file leads to the right one in one line.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { meantCommand, meantName } from '../src/cli/meanings.js';
import { resolveCommand } from '../src/cli/resolve.js';
import { commands } from '../src/commands/index.js';
import { temporaryFolder } from './folder.js';
import { ctxProgram, runCtx, runIn } from './in-process.js';

/** A project with one of everything that can be meant. */
function project(): string {
  return temporaryFolder({
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.context/config.yaml': '',
    '.context/sessions/first-run.jsonl': '',
    '.context/fleets/nightly.fleet.jsonl': '',
    'session.yaml': 'model: script:./a.yaml\nruns: [{ run_id: r1, task: Go. }]\n',
    'policy.yaml': 'deny: []\n',
    'packages/a': '',
  });
}

const meant: readonly (readonly [line: string, right: string])[] = [
  ['sessions', 'ctx list-sessions'],
  ['session list', 'ctx list-sessions'],
  ['ls', 'ctx list-sessions'],
  ['history', 'ctx list-sessions'],
  ['list', 'ctx list-sessions'],
  ['reprot', 'ctx report'],
  ['scan', 'ctx scan-repo'],
  ['verfy', 'ctx verify'],
  ['dashboard', 'ctx ui --open'],
  ['continue', 'ctx resume'],
  ['setup', 'ctx init'],
  ['hooks install', 'ctx init --hooks'],
  ['pad ad', 'ctx pad add'],
  ['update', 'ctx docs install'],
  ['uninstall', 'ctx docs install'],
  ['help upgrade', 'ctx help docs'],
  ['help sessions', 'ctx help list-sessions'],
  ['help doctr', 'ctx help doctor'],
  ['list-sessions --output json', '--output-format json'],
  ['list-sessions --output=json', '--output-format json'],
  ['list-sessions --format jsonl', '--output-format stream-json'],
  ['list-sessions -o json', '--output-format json'],
  ['list-sessions --outputformat json', '--output-format'],
  ['--output json list-sessions', '--output-format json'],
  ['report --last --output page', '--out'],
  ['run session.yaml --prompt x', '--task'],
  ['run session.yaml --allowedTools bash', '--allow-tool'],
  ['run session.yaml --max-budget-usd 1', '--max-usd'],
  ['run session.yaml --timeout 10', '--timeout-seconds'],
  ['run session.yaml --modle x', '--model'],
  ['run session.yaml --verbose', '--progress plain'],
  ['list-sessions --limti 3', '--limit'],
  ['-v', '--version'],
  ['--verson', '--version'],
  ['run session.yaml --profile readonly', 'read-only'],
  ['list-sessions --output-format jsn', 'json'],
  ['run sesion.yaml', 'session.yaml'],
  ['run ./sesion.yaml', 'session.yaml'],
  ['replay first-run --policy polcy.yaml', 'policy.yaml'],
  ['scan-repo pakages', 'packages'],
  ['load-session frist-run', 'first-run'],
  ['verify first-rum', 'first-run'],
  ['report fist-run', 'first-run'],
  ['resume first_run --task x', 'first-run'],
  ['verify .context/sessions/fist-run.jsonl', '.context/sessions/first-run.jsonl'],
  ['fleet status nigthly', 'nightly'],
  ['fleet resume nightlyy', 'nightly'],
  ['import claude', 'claude-code'],
  ['import codx', 'codex'],
  ['run session.yaml --agent claude', 'claude-code'],
  ['show-tool baash', 'bash'],
  ['completion bsh', 'bash'],
  ['schema sesion-config', 'ctx schema session-config'],
  ['init --hooks --host claude', 'claude-code'],
  ['catlog', 'ctx catalog'],
  ['catalg serch', 'ctx catalog search'],
  ['help catlog', 'ctx help catalog'],
  ['show tool', 'ctx show-tool'],
  ['task rm 1', 'ctx task done'],
  ['task delete 1', 'ctx task done'],
  ['remote rm b', 'ctx remote remove'],
  ['pad list', 'ctx pad'],
  ['pad delete 1', 'ctx pad rm'],
  ['pad remove 1', 'ctx pad rm'],
  ['hooks test', 'ctx hooks verify'],
  ['hooks status', 'ctx hooks list'],
  ['fleet start', 'ctx fleet run'],
  ['fleet stop', 'ctx fleet cancel'],
  ['catalog add', 'ctx catalog install ID'],
  ['catalog list', 'ctx catalog search'],
  ['models list', 'ctx models'],
  ['mcp list', 'ctx tools'],
  ['policy', 'ctx docs policy'],
  ['watch', 'ctx ui --open'],
  ['diagnose', 'ctx doctor'],
  ['audit', 'ctxctl audit'],
  ['--mdoel haiku', 'ctx run --model'],
  ['run --deny bash', '--deny-tool'],
  ['run --ask bash', '--ask-tool'],
  ['run --allow bash', '--allow-tool'],
  ['run --resume', 'ctx resume'],
  ['run --read-only', '--profile read-only'],
  ['run --config s.yaml', 'ctx run FILE'],
  ['run --no-sanbox', '--no-sandbox'],
  ['recommend --task x', 'ctx recommend TASK'],
  ['catalog show skill:anthropics/pfd', 'ctx catalog show skill:anthropics/pdf'],
  ['catalog show pdff', 'ctx catalog show skill:anthropics/pdf'],
  ['run -p x --model gpt-4o', 'openai/gpt-4o'],
  ['run -p x --model echo', 'script:echo'],
  ['run -p x --model hello.script.yaml', 'script:hello.script.yaml'],
  ['run -p x --model anthropic:claude-haiku-4-5', 'anthropic/claude-haiku-4-5'],
];

describe('a line that nearly says it', () => {
  it.each(meant)('ctx %s leads to %s', async (line, right) => {
    const env = { HOME: temporaryFolder(), PATH: '' };
    const { exitCode, stdout, stderr } = await runCtx(line.split(' '), { cwd: project(), env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    const hints = stderr.split('\n').filter((text) => text.includes('Did you mean'));
    expect(hints).toEqual([expect.stringContaining(`Did you mean \`${right}\`?`)]);
  });

  it.each([
    ['claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
    ['anthropic/claude-sonet-4-5', 'anthropic/claude-sonnet-4-5'],
  ])('--model %s names %s', async (model, right) => {
    const env = { HOME: temporaryFolder(), PATH: '' };
    const { exitCode, stderr } = await runCtx(['run', '-p', 'Do it.', '--model', model], {
      cwd: project(),
      env,
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(right);
  });

  it.each([
    'run --yolo',
    'run -y fix',
    'run --file x',
    'trust --item x',
    'trust --ye',
    'run --trusted',
    'run --no-sand',
    'catalog uninstall x --fource-it',
    'recommend --kind x',
    'serve --bind x',
    'serve --host x',
    'hooks pause --host x',
    'init --user x',
    'task done 9',
    'pad rm 5',
    'remind dismiss 5',
    'run -p x --model llama3',
    'catalog show skill:anthropics/xyzzy',
  ])('ctx %s leads to nothing else: no suggestion is better than a wrong one', async (line) => {
    const cwd = project();
    for (const text of ['one', 'two']) {
      await runCtx(['task', 'add', text], { cwd });
      await runCtx(['pad', 'add', text], { cwd, env: { HOME: temporaryFolder() } });
      await runCtx(['remind', text], { cwd });
    }
    const env = { HOME: temporaryFolder(), PATH: '' };
    const { exitCode, stderr } = await runCtx(line.split(' '), { cwd, env });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('→');
    expect(stderr).not.toContain('Did you mean');
  });

  it('leads nowhere where nothing is near, and says where to look', async () => {
    const cwd = project();
    expect((await runCtx(['zzzzzz'], { cwd })).stderr).toContain('ctx help');
    expect((await runCtx(['verify', 'zzzzzz'], { cwd })).stderr).toContain('ctx list-sessions');
    expect((await runCtx(['run', 'zzzzzz.yaml'], { cwd })).stderr).not.toContain('Did you mean');
    expect((await runCtx(['import', 'zzzzzz'], { cwd })).stderr).toContain('Agents: claude-code, codex,');
  });

  it('repeats no name of a stranger that could steer a terminal or end the sentence', async () => {
    const odd = temporaryFolder();
    writeFileSync(join(odd, 'sessio\u001b[2Jn.yaml'), '');
    writeFileSync(join(odd, 'session`.yaml'), '');
    const { stderr } = await runCtx(['run', 'session.yaml'], { cwd: odd });
    expect(stderr).not.toContain('Did you mean');
  });
});

describe('words without the quotes that make them one text', () => {
  const told = async (...line: string[]) => {
    const env = { HOME: temporaryFolder(), PATH: '' };
    return (await runCtx(line, { cwd: project(), env })).stderr;
  };

  it('lead to the quotes, whether they are a prompt or behind run', async () => {
    const line = 'fix the failing test'.split(' ');
    expect(await told(...line)).toContain('in quotes: `ctx "fix the failing test"`.');
    expect(await told('run', ...line)).toContain('in quotes: `ctx run "fix the failing test"`.');
    expect(await told('exec-command', 'review', 'the', 'commit')).toContain(
      'in quotes: `ctx exec-command review "the commit"`.',
    );
  });

  it('lead to the quotes beside the command that the first of them could be', async () => {
    expect(await told('test', 'the', 'login', 'page')).toContain(
      'Did you mean `ctx doctor`? A text goes in quotes: `ctx "test the login page"`.',
    );
  });

  it('are not repeated where a shell would read more than letters in them, or where they are long', async () => {
    expect(await told('fix', '`x`', 'and', '$HOME')).toContain('in quotes: `ctx "…"`.');
    expect(await told('fix', 'the '.repeat(100))).toMatch(/in quotes: `ctx "fix the [^`]{20,70}…"`/);
  });

  it('are taken for files where they look like files', async () => {
    expect(await told('run', 'a.yaml', 'b.yaml')).toContain('ctx run --help');
  });
});

it.each([
  ['import', ['claude-code', 'codex', 'gemini']],
  ['load-session', ['ctx list-sessions', '--last']],
  ['verify', ['ctx list-sessions', '--last']],
  ['search', ['words to find', 'ctx search --help']],
])('ctx %s alone says what it needs, and how to get it', async (command, parts) => {
  const { exitCode, stderr } = await runCtx([command], { cwd: project() });
  expect(exitCode).toBe(1);
  for (const part of parts) expect(stderr).toContain(part);
});

it('a word of 100,000 letters is told by its beginning and its end, wherever it stands', async () => {
  const long = `begin${'x'.repeat(100_000)}end`;
  for (const line of [
    [long],
    ['help', long],
    ['run', `--${long}`],
    ['run', long],
    ['run', 'a', long],
    ['sysinfo', long],
    ['verify', long],
    ['run', '-p', 'x', '--model', long],
    ['list-sessions', '--output-format', long],
    ['show-tool', long],
    ['catalog', 'show', long],
    ['-c', long],
  ]) {
    const { exitCode, stderr } = await runCtx(line, { cwd: project(), env: { HOME: temporaryFolder() } });
    expect([line[0], exitCode]).toEqual([line[0], 1]);
    expect([line[0], stderr.length < 2000]).toEqual([line[0], true]);
  }
});

it('a file that lies deep is named whole, and so is the command that leads out', async () => {
  const deep = join('d'.repeat(100), 'e'.repeat(100), 's.jsonl');
  const cwd = temporaryFolder({ [deep]: 'hello\n' });
  const file = join(cwd, deep);
  expect((await runCtx(['load-session', file], { cwd })).stderr).toContain(
    `${file} is not a session of ctx.`,
  );
  const folder = dirname(file);
  const { stderr } = await runCtx(['run', '-p', 'x', '--model', 'script:echo', '--out', folder], { cwd });
  expect(stderr).toContain(`${folder} is a folder`);
  expect(stderr).toContain(join(folder, 'session.jsonl'));
});

it('every word of the table of meanings leads to a command that there is', () => {
  const names = Object.keys(commands);
  const typed = [
    'sessions',
    'hooks install',
    'dashboard',
    'note',
    'todo',
    'logs',
    'rm',
    'skills',
    'undo',
    'update',
  ];
  for (const word of typed) {
    const name = meantName(word, 'ctx') ?? '';
    expect([word, names.includes(name)]).toEqual([word, true]);
    expect(resolveCommand(name.split(' '), names)).not.toHaveProperty('failure');
    expect(meantCommand(word, 'ctxctl')).toBeUndefined();
  }
});

it('a file that is not there is told the same in an empty folder and in one that is gone', async () => {
  const { exitCode, stderr } = await runIn(ctxProgram(), ['run', '/nowhere/at/all.yaml']);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('There is no file /nowhere/at/all.yaml.');
});
