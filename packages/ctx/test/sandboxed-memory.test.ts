// `ctx task add` and its like, called by an agent's programs inside of the sandbox, through the built program.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, runBuilt } from './built.js';
import { temporaryFolder } from './folder.js';

type Fields = Record<string, unknown>;

const ctx = `"${process.execPath}" "${join(builtFolder(), 'ctx.cjs')}"`;
const bash = (command: string) => ({ call: [{ tool: 'bash', input: { command } }] });

/** What a program of its own could send to the socket. */
const raw = (request: string) =>
  `"${process.execPath}" -e 'require("net").connect(process.env.CTX_OUTSIDE).on("error", () => {}).end(process.argv[1]).pipe(process.stdout)' '${request}'`;

async function project() {
  const env = { HOME: temporaryFolder() };
  const cwd = temporaryFolder();
  await runBuilt('ctx', ['init'], { cwd, env });
  return { cwd, env };
}

async function sandboxed(
  { cwd, env }: Awaited<ReturnType<typeof project>>,
  commands: readonly string[],
  ...flags: string[]
) {
  const script = { model: 'script/1', replies: [...commands.map(bash), { say: 'done' }] };
  writeFileSync(join(cwd, 's.json'), JSON.stringify(script));
  const words = ['run', '--task', 'Go.', '--session-id', 's1', '--model', 'script:s.json', '--sandbox'];
  const answer = await runBuilt('ctx', [...words, ...flags], { cwd, env });
  expect(answer).toMatchObject({ exitCode: 0 });
  const lines = readFileSync(join(cwd, '.context/sessions/s1.jsonl'), 'utf8').trim().split('\n');
  const records: Fields[] = lines.map((line) => JSON.parse(line));
  const only = (type: string) => records.filter((one) => one['type'] === type);
  return { served: only('sandbox.served'), outputs: only('tool.returned').map(({ output }) => output) };
}

it('what an agent notes inside is written by the ctx outside, and answered as it would be there', async () => {
  const place = await project();
  const { served, outputs } = await sandboxed(place, [
    `${ctx} task add "from inside" --tag box --output-format json`,
    `echo '{"title":"from a file"}' > t.json; ${ctx} task add --json-file t.json`,
    `echo "from stdin" | ${ctx} remind -; ${ctx} task list`,
    `for i in 1 2 3 4; do ${ctx} learning add "side by side $i" & done; wait`,
    `${ctx} task add --output-format json; echo "exit $?"`,
  ]);
  expect(JSON.parse(String(outputs[0]))).toMatchObject({
    data: { id: '1', title: 'from inside' },
  });
  expect(outputs[1]).toMatch(/^2 {2}from a file/);
  expect(outputs[2]).toMatch(/from stdin[\s\S]*from inside[\s\S]*from a file/);
  expect(outputs[3]).toMatch(/side by side/);
  const outside = await runBuilt('ctx', ['task', 'add', '--output-format', 'json'], place);
  const [inside = '', code] = String(outputs[4]).split(/\n(?=exit)/);
  expect(code).toBe(`exit ${outside.exitCode}\n`);
  expect(JSON.parse(inside).error).toEqual(JSON.parse(outside.stdout || outside.stderr).error);

  const text = (name: string) => readFileSync(join(place.cwd, '.context', name), 'utf8');
  expect(text('TASKS.md')).toMatch(/from inside.*\n.*from a file/);
  for (const i of [1, 2, 3, 4]) expect(text('LEARNINGS.md')).toContain(`side by side ${i}`);
  expect(served[0]).toMatchObject({
    call_id: 'call-1',
    command: "ctx task add 'from inside' --tag box --output-format json",
    exit_code: 0,
  });
  expect(served).toHaveLength(9);
  expect(served.at(-1)).toMatchObject({ exit_code: outside.exitCode });
  for (const words of [
    ['verify', 's1'],
    ['replay', 's1', '--verify'],
  ])
    expect(await runBuilt('ctx', words, place)).toMatchObject({ exitCode: 0 });
});

it('nothing else is run outside: not the pad, no other command, no file of this machine, nothing that a rule denies', async () => {
  const place = await project();
  writeFileSync(join(place.env.HOME, 'secret.json'), '{"title":"THE-SECRET"}');
  await runBuilt('ctx', ['pad', 'add', 'THE-SECRET'], place);
  const ask = (...argv: string[]) => raw(JSON.stringify({ argv, stdin: '' }));
  const { served, outputs } = await sandboxed(
    place,
    [
      `${ctx} pad show 1; ${ask('pad', 'show', '1')}`,
      `${ask('run', '--task', 'x', '--model', 'script:echo', '--no-sandbox')}; ${ask('trust', '--yes')}`,
      ask('task', 'add', '--json-file', join(place.env.HOME, 'secret.json')),
      `${ctx} decision add "evil"; echo "exit $?"`,
      `${raw('{"argv":')}; ${raw('[]')}; ${ctx} task add fine`,
    ],
    '--deny-tool',
    'bash(ctx decision *)',
  );
  expect(JSON.stringify(outputs)).not.toContain('THE-SECRET');
  expect(outputs[0]).toContain('it is no command of the memory');
  expect(outputs[1]).toMatch(/no command of the memory.*no command of the memory/);
  expect(outputs[2]).toContain('it names a file');
  expect(outputs[3]).toMatch(
    /`ctx decision add` is denied in this run: the rule bash\(ctx decision \*\)[\s\S]*exit 1/,
  );
  expect(outputs[4]).toMatch(/^1 {2}fine/);
  expect(served.map(({ denied }) => denied !== undefined)).toEqual([true, true, true, true, true, false]);
  expect(readFileSync(join(place.cwd, '.context/TASKS.md'), 'utf8')).not.toContain('SECRET');
});
