// `ctx remote-mode NAME`: one turn ends as a run here would, and without a prompt it is a conversation.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { model, project } from './acp-project.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { onTerminal } from './on-terminal.js';
import { scriptOf } from './scripted.js';
import { served } from './served.js';

async function named(...words: string[]) {
  const made = project({
    'bad.yaml': scriptOf({ fault: { status: 400 } }),
    'slow.yaml': scriptOf({ delay_ms: 60_000, say: 'Late.' }),
  });
  const { cwd, home } = made;
  const server = await served(words, { cwd, home });
  const here = temporaryFolder();
  const ctx = (argv: readonly string[], at = here) =>
    runCtx(argv, { cwd: at, env: { PATH: process.env['PATH'], HOME: home } });
  await ctx(['remote', 'add', 'big', server.url]);
  return { ...made, here, server, ctx };
}

const full = ['--no-sandbox', '--profile', 'full'];

it.each<[string, string, string[]]>([
  ['completed', 's', []],
  ['stopped by a limit', 's', ['--max-tool-calls', '0']],
  ['failed by its model', 'bad', []],
  ['out of time', 'slow', ['--timeout-seconds', '0.05']],
  ['refused, and told to stop at that', 's', ['--deny-tool', 'write', '--on-deny', 'stop']],
])('ends a turn that is %s with the exit code of a run here', async (_, name, flags) => {
  const { cwd, ctx } = await named(...model(name), ...full);
  const local = await ctx(['run', 'Write it.', ...model(name), ...full, ...flags, '--no-stdin'], cwd);
  const remote = await ctx(['remote-mode', 'big', 'Write it.', ...flags, '--no-stdin']);
  expect(remote.exitCode).toBe(local.exitCode);
  const says = (text: string) => /^ctx: (.*)/m.exec(text)?.[1];
  expect(says(remote.stderr)).toBe(says(local.stderr));
});

it('ends with 1, and the next step, where there is no such name, no server, no JSON, or nobody to talk with', async () => {
  const { ctx, server } = await named(...model('talk'));
  const calls: readonly [string[], RegExp][] = [
    [['remote-mode', 'bik', 'Hello.'], /no remote `bik`[\s\S]*big/],
    [['remote-mode', 'big', 'Hello.', '--json'], /json_opted_out/],
    [['remote-mode', 'big'], /terminal/],
    [['remote-mode', 'big', 'Hello there.', '--session', '../x'], /cannot be the id/],
    [['remote-mode', 'big', 'Hello there.', '--session', 'absent'], /no session absent/],
  ];
  const answers = [];
  for (const [words] of calls) answers.push(await ctx(words));
  await server.stop();
  answers.push(await ctx(['remote-mode', 'big', 'Hello there.']));
  expect(answers.map(({ exitCode, stderr, stdout }) => [exitCode, stderr + stdout])).toEqual(
    [...calls.map(([, says]) => says), /nothing listens there/].map((says) => [
      1,
      expect.stringMatching(says),
    ]),
  );
});

it('is a conversation at a terminal, which another one goes on with', async () => {
  const { cwd, home, here, records } = await named(...model('s'), '--ask-tool', 'write');
  const [prompt, question] = ['\u001b[0J> ', '\u001b[0Jallow? '];
  const first = await onTerminal(
    ['remote-mode', 'big'],
    [
      [prompt, 'Write it.\r'],
      [question, 'y\r'],
      [prompt, '\u0004'],
    ],
    { cwd: here, home },
  );
  expect([first.exitCode, first.unseen]).toEqual([0, '']);
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('new\n');
  const [, id = ''] = /ctx remote-mode big --session (\S+) continues it/.exec(first.shown) ?? [];
  const second = await onTerminal(
    ['remote-mode', 'big', '--session', id],
    [
      ['> Write it.', ''],
      [prompt, '\u0004'],
    ],
    { cwd: here, home },
  );
  expect([second.exitCode, second.unseen]).toEqual([0, '']);
  expect(records(id).filter(({ type }) => type === 'run.closed')).toMatchObject([
    { stop_reason: 'completed' },
  ]);
});
