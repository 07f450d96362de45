import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder, scriptOf, task } from '../../test/scripted.js';

async function recorded() {
  const cwd = scriptedFolder([{ say: 'Hello there.' }]);
  await jsonOf(['run', ...task('Greet.'), '--session-id', 's'], { cwd });
  return cwd;
}

it('writes the transcript as Markdown and says what it wrote', async () => {
  const cwd = await recorded();
  const { data } = await jsonOf(['flush-transcript', 's'], { cwd });
  const text = readFileSync(join(cwd, 's.md'), 'utf8');
  expect(data).toEqual({
    session_id: 's',
    path: join(cwd, 's.md'),
    flushed: true,
    messages_count: 2,
    input_tokens: expect.any(Number),
    output_tokens: expect.any(Number),
    format: 'markdown',
    bytes: Buffer.byteLength(text),
    warnings: [],
  });
  expect(text).toContain('> Hello there.');
});

it('writes JSON to another folder', async () => {
  const cwd = await recorded();
  await jsonOf(['flush-transcript', 's', '--format', 'json', '--out', '.context'], { cwd });
  expect(JSON.parse(readFileSync(join(cwd, '.context/s.json'), 'utf8'))).toMatchObject({ session_id: 's' });
});

it('takes a prompt and a session id as older clients give them: a turn first, then the transcript', async () => {
  const cwd = scriptedFolder([{ say: 'Hello there.' }]);
  const argv = ['flush-transcript', 'Greet.', '--session-id', 'old', '--model', 'script:s.yaml'];
  expect((await jsonOf(argv, { cwd })).data).toMatchObject({ session_id: 'old', messages_count: 2 });
  expect((await jsonOf(argv, { cwd })).data).toMatchObject({ session_id: 'old', messages_count: 4 });
});

it('says what is missing, and leaves no half file where it cannot write', async () => {
  const cwd = await recorded();
  expect((await jsonOf(['flush-transcript'], { cwd })).error).toMatchObject({ code: 'argument_missing' });
  expect((await jsonOf(['flush-transcript', './nobody.jsonl'], { cwd })).error).toMatchObject({
    kind: 'session_not_found',
  });
  const turned = await jsonOf(['flush-transcript', 'Greet me.', '--out', 'no/where'], { cwd });
  expect(turned.error).toMatchObject({ kind: 'filesystem' });
  expect((await jsonOf(['list-sessions'], { cwd })).data).toMatchObject({ count: 1 });
  const { exitCode, stderr } = await runCtx(['flush-transcript', 's', '--out', 'no/where'], { cwd });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('no/where');
  expect(existsSync(join(cwd, 'no'))).toBe(false);
});

it('runs no turn where its transcript could not be written', async () => {
  const cwd = scriptedFolder([{ say: 'Hello there.' }]);
  writeFileSync(join(cwd, 'file'), '');
  for (const out of ['no/where', 'file', 'file/below']) {
    const argv = [
      'flush-transcript',
      'Greet.',
      '--session-id',
      'new',
      '--model',
      'script:s.yaml',
      '--out',
      out,
    ];
    expect((await jsonOf(argv, { cwd })).error, out).toMatchObject({
      kind: 'filesystem',
      operation: 'write',
    });
    expect(existsSync(join(cwd, '.context'))).toBe(false);
  }
});

it('takes a text that names no session for a prompt; without a model the built-in one answers, and it says so', async () => {
  const cwd = temporaryFolder();
  for (const text of ['hello', 'Say hello.']) {
    const { data } = await jsonOf(['flush-transcript', text], { cwd });
    expect(data).toMatchObject({ flushed: true, messages_count: 2 });
    expect(data?.['warnings']).toEqual([
      ...(text === 'hello' ? ['no session is called hello, so it was taken for a prompt'] : []),
      expect.stringContaining('script:echo'),
    ]);
    expect(readFileSync(String(data?.['path']), 'utf8')).toContain(`> ${text}`);
  }
});

it('takes no slip for the id of a session for a prompt, also where no model is configured or one is named', async () => {
  const cwd = scriptedFolder([{ say: 'Hello there.' }]);
  await jsonOf(['run', ...task('Greet.'), '--session-id', 'first'], { cwd });
  for (const model of [[], ['--model', 'script:echo']]) {
    const { error } = await jsonOf(['flush-transcript', 'frist', ...model], { cwd });
    expect(error).toMatchObject({ code: 'session_unknown', hint: 'Did you mean `first`?' });
  }
});

it('never sends a mistyped id to a model that is configured', async () => {
  const cwd = await recorded();
  const env = { CTX_MODEL: 'script:s.yaml' };
  expect((await jsonOf(['flush-transcript', 'ss'], { cwd, env })).error).toMatchObject({
    kind: 'session_not_found',
    target: 'ss',
  });
  expect((await jsonOf(['flush-transcript', 'Greet me.'], { cwd, env })).data).toMatchObject({
    warnings: [],
  });
});

it('finds sessions where --directory says', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  await jsonOf(['run', ...task('Greet.'), '--session-id', 's', '--sessions-dir', 'kept'], { cwd });
  const { data } = await jsonOf(['flush-transcript', 's', '--directory', 'kept'], { cwd });
  expect(data).toMatchObject({ path: join(cwd, 's.md'), messages_count: 2 });
});

it('takes another model for a session that is there, and refuses what that session settled', async () => {
  const cwd = await recorded();
  writeFileSync(join(cwd, 'other.yaml'), scriptOf({ say: 'The other one.' }));
  const argv = ['flush-transcript', 'Again.', '--session-id', 's', '--model', 'script:other.yaml'];
  expect((await jsonOf(argv, { cwd })).data).toMatchObject({ messages_count: 4 });
  expect(readFileSync(join(cwd, 's.md'), 'utf8')).toContain('> The other one.');
  for (const settled of [
    ['--workspace', '.'],
    ['--system', 'Be brief.'],
    ['--seed', '1'],
    ['--mcp', 'm.json'],
  ])
    expect((await jsonOf([...argv, ...settled], { cwd })).error).toMatchObject({
      code: 'flags_contradict',
      target: '--session-id',
    });
  expect((await jsonOf(['load-session', 's'], { cwd })).data).toMatchObject({ messages_count: 4 });
});

it('takes one name for the session', async () => {
  const cwd = await recorded();
  for (const named of [['Greet me.'], ['--session-id', 's']])
    expect((await jsonOf(['flush-transcript', ...named, '--last'], { cwd })).error).toMatchObject({
      code: 'flags_contradict',
      target: '--last',
    });
});
