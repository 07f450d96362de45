import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';
import { sha256 } from '../disk/digest.js';
import { claudeSession } from '../foreign/fixtures/claude-lines.js';
import { transcriptOf } from '../foreign/fixtures/transcripts.js';

const id = `claude-code-${claudeSession}`;

/** A project with a transcript of Claude Code in the user's home. */
function place() {
  const home = temporaryFolder();
  const cwd = join(home, 'pond');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  const folder = join(home, '.claude', 'projects', 'pond');
  mkdirSync(folder, { recursive: true });
  const transcript = join(folder, `${claudeSession}.jsonl`);
  writeFileSync(transcript, transcriptOf('claude-code').replaceAll('/home/sam/pond', cwd));
  return { home, cwd, transcript, outside: { cwd, env: { HOME: home } } };
}

it('imports this project’s transcripts of an agent, and every session command knows them', async () => {
  const { cwd, home, outside } = place();
  const { data } = await jsonOf(['import', 'claude-code'], outside);
  expect(data).toMatchObject({
    imported: [{ session_id: id, state: 'new', turns: 1, calls: 3 }],
    failed: [],
  });
  const log = join(home, '.local/state/ctx/projects', cwd, '.sessions', `${id}.jsonl`);
  expect(readFileSync(log, 'utf8')).toContain('"kind":"imported"');
  const { stdout } = await runCtx(['list-sessions'], outside);
  expect(stdout).toMatch(/claude-code, imported\s+claude-test-1.*Is the pond clean\?/);
  expect(stdout).toContain('imported: ctx detects changes since the import');
  const shown = await runCtx(['verify', 'claude-code'], outside);
  expect(shown.stdout).toContain('imported, unprotected before 20');
  expect(await jsonOf(['load-session', id], outside)).toMatchObject({
    data: { runs: [{ model: 'claude-test-1' }] },
  });
  expect(await jsonOf(['search', 'newts.txt'], outside)).toMatchObject({
    data: { hits: [{ kind: 'session', id }], unread: [] },
  });
  mkdirSync(join(cwd, '.context'));
  expect((await runCtx(['brief'], outside)).stdout).toContain('claude-code: Is the pond clean?');
  expect(await jsonOf(['search', 'newts.txt'], outside)).toMatchObject({
    data: { hits: [{ kind: 'session', id }] },
  });
});

it('leaves the transcript and its folder as they were, whatever is made of it', async () => {
  const { home, transcript, outside } = place();
  const agents = join(home, '.claude');
  const seen = () => ({
    files: readdirSync(agents, { recursive: true, encoding: 'utf8' }).sort(),
    bytes: readFileSync(transcript),
    times: [statSync(transcript).mtimeMs, statSync(transcript).ctimeMs],
  });
  const before = seen();
  for (const words of [
    'import claude-code',
    'import claude-code',
    `report ${id} --out pages`,
    `claims ${id}`,
  ])
    expect(await runCtx(words.split(' '), outside)).toMatchObject({ exitCode: 0 });
  expect(seen()).toEqual(before);
});

it('leads from a mistyped id, and from the beginning of the id that the agent knows, to the imported session', async () => {
  const { outside } = place();
  await jsonOf(['import', 'claude-code'], outside);
  for (const typed of [id.replace('-', ''), claudeSession.slice(0, 6)]) {
    const { exitCode, stderr } = await runCtx(['report', typed], outside);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`Did you mean \`${id}\`?`)]);
  }
});

it('leaves other projects alone without --all', async () => {
  const { home, outside } = place();
  const elsewhere = join(home, 'lake');
  mkdirSync(join(elsewhere, '.git'), { recursive: true });
  const there = { ...outside, cwd: elsewhere };
  const { exitCode, stderr } = await runCtx(['import', 'claude-code'], there);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('import claude-code --all')]);
  expect(await jsonOf(['import', 'claude-code', '--all', '--since', '2020-01-01'], there)).toMatchObject({
    data: { imported: [{ session_id: id }] },
  });
});

it('finds the chats of Gemini CLI below the digest of the project’s folder, and no other project’s', async () => {
  const { home, cwd, outside } = place();
  for (const [folder, chat] of [
    [cwd, 'chat-here'],
    [join(home, 'lake'), 'chat-elsewhere'],
  ] as const) {
    const chats = join(home, '.gemini', 'tmp', sha256(folder), 'chats');
    mkdirSync(chats, { recursive: true });
    const text = transcriptOf('gemini').replaceAll('chat-1', chat);
    writeFileSync(join(chats, `session-${chat}.jsonl`), text);
  }
  const { data } = await jsonOf(['import', 'gemini'], outside);
  expect(data).toMatchObject({ imported: [{ session_id: 'gemini-chat-here', state: 'new', turns: 1 }] });
  const { stdout } = await runCtx(['list-sessions'], outside);
  expect([stdout.includes('chat-here'), stdout.includes('chat-elsewhere')]).toEqual([true, false]);
});

it('keeps the session of a file with the project that it was of, and every command finds it by its id from anywhere', async () => {
  const { home, transcript, outside } = place();
  const elsewhere = join(home, 'lake');
  mkdirSync(join(elsewhere, '.git'), { recursive: true });
  const there = { ...outside, cwd: elsewhere };
  expect((await runCtx(['import', transcript], there)).stdout).toContain(`ctx report ${id} --open`);
  for (const argv of [
    ['report', id, '--out', 'report'],
    ['verify', id],
    ['load-session', id.slice(0, 20)],
    ['claims', id],
    ['export', id, '--format', 'markdown'],
  ])
    expect((await runCtx(argv, there)).exitCode, argv[0]).toBe(0);
  const named = await runCtx(['verify', id, '--sessions-dir', '.'], there);
  expect([named.exitCode, named.stderr]).toEqual([1, expect.stringContaining('no session')]);
});

it.each(['verify', 'load-session', 'report'])(
  '%s says whose transcript it was given, and how to import it',
  async (command) => {
    const { transcript, outside } = place();
    const out = command === 'report' ? ['--out', 'r'] : [];
    const { exitCode, stderr } = await runCtx([command, transcript, ...out], outside);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('is a transcript of claude-code, not a session of ctx');
    expect(stderr).toContain(`ctx import ${transcript}`);
  },
);

it('imports the others where one file cannot be, and fails with the name of that one', async () => {
  const { home, outside } = place();
  writeFileSync(join(home, '.claude/projects/pond/broken.jsonl'), '{"nobody":"knows"}\n');
  const { exitCode, stderr } = await runCtx(['import', 'claude-code', '--all'], outside);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('1 of 2 transcripts could not be imported');
  expect(await jsonOf(['list-sessions'], outside)).toMatchObject({ data: { total: 1 } });
});

it('says what to run for a packed transcript that this Node cannot unpack', async () => {
  const { cwd, outside } = place();
  writeFileSync(join(cwd, 'rollout-1.jsonl.zst'), Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1]));
  const { exitCode, stderr } = await runCtx(['import', 'rollout-1.jsonl.zst'], outside);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/zstd -d|not a whole zstd file/);
});

it('says what to run for a database of opencode', async () => {
  const { cwd, outside } = place();
  writeFileSync(join(cwd, 'opencode.db'), 'SQLite format 3\0');
  const { exitCode, stderr } = await runCtx(['import', 'opencode', 'opencode.db'], outside);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/opencode export|not a database of opencode/);
});

it.each([
  ['a NUL', '/a\0b'],
  ['a name that no system takes', `/${'x'.repeat(3_000)}`],
  ['no whole path', '../../../../elsewhere'],
  ['a way out of every folder', '/../../../../../../../../elsewhere'],
])('keeps a session with ctx’s own whose folder is %s', async (_, folder) => {
  const home = temporaryFolder();
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  const text = transcriptOf('claude-code').replaceAll(/"cwd":"[^"]*"/g, `"cwd":${JSON.stringify(folder)}`);
  writeFileSync(join(cwd, 't.jsonl'), text);
  const { data } = await jsonOf(['import', './t.jsonl'], { cwd, env: { HOME: home } });
  expect(JSON.stringify(data)).toContain(join(home, '.local/state/ctx/projects/'));
});
