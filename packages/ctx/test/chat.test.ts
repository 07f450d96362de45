// The conversation at a terminal: one session, whatever is said between its turns.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { git } from './git.js';
import { runCtx } from './in-process.js';
import { onTerminal, type Typed } from './on-terminal.js';
import { jsonOf, scriptOf } from './scripted.js';
import { recordsOf } from './session-files.js';

/** How a prompt is drawn: nothing that a model says can be taken for it. */
const prompt = '\u001b[0J> ';
const question = '\u001b[0Jallow? ';

const bash = (command: string) => ({ call: [{ tool: 'bash', input: { command } }] });

function project() {
  const home = temporaryFolder();
  const cwd = temporaryFolder({
    'a.txt': 'alpha\n',
    'work.yaml': scriptOf(bash('echo beta > a.txt; echo new > b.txt; git add -A'), { say: 'Changed it.' }),
    'talk.yaml': scriptOf({ say: 'Nothing to do.' }),
    'break.yaml': scriptOf(bash('sh ~/break.sh 2> /dev/null; echo broken'), { say: 'Broken.' }),
    'long.yaml': scriptOf(bash('sleep 1000'), { say: 'Waited.' }),
  });
  git(cwd, 'init', '-q');
  const log = join(cwd, '.context/sessions/s.jsonl');
  return {
    cwd,
    home,
    typing: (argv: readonly string[], steps: readonly Typed[], model = 'script:work.yaml') =>
      onTerminal(argv, steps, { cwd, home, env: { CTX_MODEL: model } }),
    records: () => recordsOf(log),
    types: () => recordsOf(log).map(({ type }) => type),
    prompts: () => recordsOf(log).flatMap((record) => (record.type === 'turn.opened' ? [record.prompt] : [])),
    json: (...argv: string[]) => jsonOf(argv, { cwd, env: { PATH: process.env['PATH'], HOME: home } }),
  };
}

it('is one session that verifies, replays and reports, with turns that can be undone', async () => {
  const { cwd, home, typing, prompts, types, records, json } = project();
  const secret = `ghp_${'a'.repeat(36)}`;
  const { exitCode, shown, unseen } = await typing(
    ['chat', '--session-id', 's', '--ask-tool', 'bash'],
    [
      [prompt, '/help\r'],
      [prompt, '/undo\r'],
      [prompt, 'Do it,\\\r'],
      ['… ', `with ${secret}.\r`],
      [question, 'a\r'],
      [prompt, '/undo\r'],
      [prompt, '/policy\r'],
      [prompt, '/model script:nowhere.yaml\r'],
      [prompt, '/model script:talk.yaml\r'],
      [prompt, '\u001b[200~one\rtwo\u001b[201~\r'],
      [prompt, '/cost\r'],
      [prompt, '/report pages\r'],
      [prompt, '/nonsense\r'],
      [prompt, '//slashed\r'],
      [prompt, '\u0004'],
    ],
  );
  expect({ exitCode, unseen }).toEqual({ exitCode: 0, unseen: '' });
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('alpha\n');
  expect(existsSync(join(cwd, 'b.txt'))).toBe(false);
  // What the command put into the index stays there: an undo is about files.
  expect(git(cwd, 'diff', '--cached', '--name-only')).toContain('b.txt');
  expect(prompts()).toEqual([
    'Do it,\nwith [redacted:github-token].',
    '(The files are again as they were before my last message.)\n\none\ntwo',
    '/slashed',
  ]);
  expect(types().filter((type) => type === 'workspace.restored')).toHaveLength(1);
  expect(records().at(-1)?.type).toBe('run.closed');
  for (const words of [
    '/cost',
    'There is no turn to undo.',
    'removed b.txt',
    'you allowed in this session: bash',
    'There is no file',
    'From now on script:talk.yaml answers.',
    '2 turns, 3 model calls, 1 tool call',
    'wrote pages/index.html',
    'Unknown command /nonsense',
  ])
    expect(shown).toContain(words);
  expect(await json('verify', 's')).toMatchObject({ data: { verdict: 'pass' } });
  expect(await json('replay', 's')).toMatchObject({ exit_code: 0, data: { identical: true } });
  expect(await json('verify', 'pages')).toMatchObject({ exit_code: 0 });
  const history = join(home, '.local/state/ctx/chat-history');
  expect(statSync(history).mode & 0o777).toBe(0o600);
  expect(readFileSync(history, 'utf8')).toContain('Do it,\nwith [redacted:github-token].\n/undo\n');
});

it('goes on after Ctrl-C, which ends the turn alone; twice it leaves, and resume opens it again', async () => {
  const { typing, types, prompts, records, json } = project();
  const first = await typing(
    ['chat', '--session-id', 's'],
    [
      [prompt, 'Wait.\r'],
      ['sleep 1000', '\u0003'],
      [prompt, '/model script:talk.yaml\r'],
      [prompt, 'Still there?\r'],
      ['Nothing to do.', ''],
      [prompt, '\u0003'],
      ['Ctrl-C again', '\u0003'],
    ],
    'script:long.yaml',
  );
  expect(first).toMatchObject({ exitCode: 0, unseen: '' });
  expect(prompts()).toEqual(['Wait.', 'Still there?']);
  expect(types().filter((type) => type === 'turn.interrupted')).toHaveLength(1);
  const second = await typing(
    ['resume', 's', '--model', 'script:work.yaml', '--deny-tool', 'bash'],
    [
      [prompt, 'Change it.\r'],
      ['denied', ''],
      [prompt, '/exit\r'],
    ],
  );
  expect(second).toMatchObject({ exitCode: 0, unseen: '' });
  expect(records().some((record) => record.type === 'tool.denied' && record.rule === 'bash')).toBe(true);
  expect(await json('verify', 's')).toMatchObject({ data: { verdict: 'pass' } });
  expect(await json('replay', 's')).toMatchObject({ exit_code: 0 });
});

it('leaves with the second Ctrl-C also where the turn was over by then', async () => {
  const { typing, records } = project();
  const { exitCode, unseen } = await typing(
    ['chat', '--session-id', 's'],
    [
      [prompt, 'Wait.\r'],
      ['sleep 1000', '\u0003'],
      ['Ctrl-C again leaves', ''],
      [prompt, '\u0003'],
    ],
    'script:long.yaml',
  );
  expect({ exitCode, unseen }).toEqual({ exitCode: 0, unseen: '' });
  expect(records().at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'cancelled' });
});

it('leaves with the exit code of an interrupted program after Ctrl-C twice during a turn', async () => {
  const { typing, records } = project();
  const { exitCode } = await typing(
    ['chat', '--session-id', 's', '--ask-tool', 'bash'],
    [
      [prompt, 'Wait.\r'],
      [question, '\u0003\u0003'],
    ],
  );
  expect(exitCode).toBe(130);
  expect(records().at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'cancelled' });
});

it('is opened by the name of the program alone, and keeps a message that could not be sent from ending it', async () => {
  const { cwd, typing } = project();
  const { exitCode, shown, unseen } = await typing(
    [],
    [
      [prompt, 'Hello.\r'],
      [prompt, '/model script:talk.yaml\r'],
      [prompt, 'Hello again.\r'],
      ['Nothing to do.', ''],
      [prompt, '/exit\r'],
    ],
    'script:nowhere.yaml',
  );
  expect({ exitCode, unseen }).toEqual({ exitCode: 0, unseen: '' });
  expect(shown).toContain('There is no file');
  expect(existsSync(join(cwd, '.context/sessions'))).toBe(true);
});

it('needs a terminal, and names what does not', async () => {
  const { exitCode, stderr } = await runCtx(['chat']);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('ctx run --task');
  expect(await jsonOf(['chat'], {})).toMatchObject({ exit_code: 1, error: { code: 'json_foreign' } });
});

it('goes on where the files before a turn cannot be kept or read, and undoes no other turn in its place', async () => {
  const { home, typing, json, records } = project();
  const kept = join(home, '.local/state/ctx/snapshots/s');
  writeFileSync(join(home, 'break.sh'), `mv ${kept}/lists ${kept}/was; echo > ${kept}/lists\n`);
  const { exitCode, shown, unseen } = await typing(
    ['chat', '--session-id', 's'],
    [
      [prompt, 'Do it.\r'],
      [prompt, '/undo\r'],
      ['cannot be read: a part of its path is not a folder', ''],
      [prompt, 'And again.\r'],
      [prompt, '/undo\r'],
      ['were not kept', ''],
      [prompt, '/undo\r'],
      ['cannot be read', ''],
      [prompt, '/exit\r'],
    ],
    'script:break.yaml',
  );
  expect({ exitCode, unseen, shown }).toMatchObject({ exitCode: 0, unseen: '' });
  const found = records().flatMap((record) => (record.type === 'finding' ? [record.code] : []));
  expect(found).toEqual(['snapshot_failed']);
  expect(records().some(({ type }) => type === 'workspace.restored')).toBe(false);
  expect(await json('verify', 's')).toMatchObject({ data: { verdict: 'pass' } });
  expect(await json('replay', 's')).toMatchObject({ exit_code: 0 });
});

it.each([
  ['a model that there is not', ['chat', '--model', 'sonet'], '', 'There is no model `sonet`.'],
  ['a model that CTX_MODEL mistypes', ['chat'], 'sonet', 'There is no model `sonet`.'],
  ['no model', ['chat'], '', 'No model is set.'],
  [
    'a key that is missing',
    ['chat', '--model', 'openai/gpt-5'],
    '',
    'No credential for openai/gpt-5 is set.',
  ],
])('complains of %s before anybody types', async (_, argv, model, words) => {
  const { shown } = await project().typing(argv, [[prompt, '\u0004']], model);
  expect(shown.slice(0, shown.indexOf(prompt))).toContain(words);
});

it('refuses a model that there is not when it is chosen, before the first message and after it', async () => {
  const { typing, records } = project();
  const { shown, unseen } = await typing(
    ['chat', '--session-id', 's'],
    [
      [prompt, '/model gpt5\r'],
      [prompt, '/model script:talk.yaml\r'],
      [prompt, 'Hello.\r'],
      [prompt, '/model gpt5\r'],
      [prompt, '\u0004'],
    ],
  );
  expect(unseen).toBe('');
  expect(shown.match(/There is no model `gpt5`\./g)).toHaveLength(2);
  expect(shown).not.toContain('From now on gpt5 answers.');
  expect(shown).toContain('From now on script:talk.yaml answers.');
  expect(records().some(({ type }) => type === 'model.failed')).toBe(false);
});
