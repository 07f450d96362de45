import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../../../test/in-process.js';
import { moments } from '../../../test/killed-at.js';
import { type MemoryProject, memoryProject, spawnBuilt } from '../../../test/memory-project.js';

const entriesOf = async (project: MemoryProject) => {
  const { entries } = await project.data('pad');
  return Array.isArray(entries) ? entries : [];
};

describe('ctx pad add', () => {
  it('makes a key on first use, for its owner’s eyes only, and says where it is', async () => {
    const project = await memoryProject();
    const { stdout, stderr } = await project.text('pad', 'add', 'hello', 'world');
    const key = join(project.home, '.config', 'ctx', 'identity.txt');
    expect(stdout).toContain('Added 1');
    expect(stderr).toContain(key);
    expect(stderr).toContain('Back it up');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(statSync(join(key, '..')).mode & 0o777).toBe(0o700);
    expect(statSync(project.path('scratchpad.age')).mode & 0o777).toBe(0o600);
    expect((await project.text('pad', 'add', 'again')).stderr).toBe('');
    expect((await entriesOf(project)).map(({ text }) => text)).toEqual(['hello world', 'again']);
  });

  it('writes a pad that Debian’s age opens with the same key', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a secret\nof two lines');
    const key = join(project.home, '.config', 'ctx', 'identity.txt');
    const plain = execFileSync('age', ['-d', '-i', key, project.path('scratchpad.age')], {
      encoding: 'utf8',
    });
    expect(plain).toContain('> a secret\n> of two lines\n');
    expect(readFileSync(project.path('scratchpad.age')).includes('secret')).toBe(false);
  });

  it('keeps a text with newlines, colons and headings as one entry', async () => {
    const project = await memoryProject();
    const text = 'one\n\n## 7 2026-01-01T00:00:00Z\n:::\n> quoted\n--- ';
    await project.data('pad', 'add', text);
    expect(await entriesOf(project)).toMatchObject([{ id: 1, text }]);
  });

  it('reads from stdin, without the newline at the end', async () => {
    const project = await memoryProject();
    const { exitCode } = await project.process(['pad', 'add', '-', '--tag', 'piped'], 'one\ntwo\n');
    expect(exitCode).toBe(0);
    expect(await entriesOf(project)).toMatchObject([{ text: 'one\ntwo', tags: ['piped'] }]);
  });

  it('keeps a file with its name', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'key.bin'), Buffer.from([0, 255, 10, 13]));
    await project.data('pad', 'add', '--file', 'key.bin');
    expect(await entriesOf(project)).toMatchObject([{ kind: 'file', name: 'key.bin', bytes: 4 }]);
    expect(await project.data('pad', 'show', '1')).toMatchObject({ base64: 'AP8KDQ==' });
  });

  it('loses none of a hundred entries that are added at the same time, and gives none an id twice', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'the first');
    const calls = Array.from({ length: 100 }, (_, i) => project.process(['pad', 'add', `entry ${i}`]));
    const answers = await Promise.all(calls);
    expect(answers.map(({ stderr }) => stderr).join('')).toBe('');
    expect(answers.every(({ exitCode }) => exitCode === 0)).toBe(true);
    const entries = await entriesOf(project);
    expect(new Set(entries.map(({ text }) => text)).size).toBe(101);
    expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 101 }, (_, i) => i + 1));
  }, 900_000);

  // `npm run faults` kills it again and again, at moments that chance chooses.
  it('loses and tears nothing when it is killed at any moment of its writing', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'kept 0');
    const acknowledged = ['kept 0'];
    const add = async (text: string, env: Record<string, string>) => {
      const { said, signal } = await endOf(
        spawnBuilt(['pad', 'add', text], project.root, { ...project.env, ...env }),
      );
      if (said.includes('Added')) acknowledged.push(text);
      return signal === 'SIGKILL';
    };
    const { count, dieAt } = moments();
    // The first call also leaves its compiled code behind.
    await add('kept 1', {});
    const all = await count((env) => add('kept 2', env));
    expect(all).toBeGreaterThan(10);
    for (let moment = 1; moment <= all; moment++) {
      expect(await add(`killed ${moment}`, dieAt(moment))).toBe(true);
      // Takes over what the killed one held, so that the next has as many moments as the one that was counted.
      await project.data('pad', 'add', `after ${moment}`);
      acknowledged.push(`after ${moment}`);
    }
    const texts = (await entriesOf(project)).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).toEqual(expect.arrayContaining(acknowledged));
    expect((await project.process(['pad', 'add', 'after all'])).exitCode).toBe(0);
  }, 900_000);

  it.each([
    ['nothing', [''], 'text_missing'],
    ['only spaces', ['  ', ' '], 'text_missing'],
    ['NUL', ['a\0b'], 'text_not_plain'],
    ['what was not UTF-8', ['caf\ufffd'], 'text_not_plain'],
    ['half a character', ['\ud83d'], 'text_not_plain'],
    ['more than a mebibyte', ['x'.repeat((1 << 20) + 1)], 'text_too_large'],
    ['a tag that is none', ['x', '--tag', 'a b'], 'tag_invalid'],
    ['a text and a file', ['x', '--file', 'y'], 'flags_contradict'],
    ['a file that is not there', ['--file', 'missing'], 'file_not_found'],
    ['a folder', ['--file', '.'], 'file_unreadable'],
  ])('refuses %s, and makes neither pad nor key', async (_, argv, code) => {
    const project = await memoryProject();
    expect(await project.error('pad', 'add', ...argv)).toMatchObject({ code });
    expect(existsSync(project.path('scratchpad.age'))).toBe(false);
    expect(existsSync(join(project.home, '.config'))).toBe(false);
  });

  it.each([
    ['binary', Buffer.from([0x00, 0x01, 0xff]), 'text_not_plain'],
    ['invalid UTF-8', Buffer.from([0x61, 0xc3, 0x28]), 'text_not_plain'],
    ['ten megabytes', Buffer.alloc(10 << 20, 'x'), 'text_too_large'],
    ['nothing', Buffer.alloc(0), 'text_missing'],
  ])('refuses %s on stdin with exit code 1', async (_, input, code) => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'before');
    const { exitCode, stdout } = await project.process(['pad', 'add', '-', '--output-format', 'json'], input);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code } });
    expect(await entriesOf(project)).toHaveLength(1);
  });

  it('refuses a file of ten megabytes', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'large'), Buffer.alloc(10 << 20));
    expect(await project.error('pad', 'add', '--file', 'large')).toMatchObject({ code: 'text_too_large' });
  });

  it('says that the disk is full, loses nothing and leaves nothing behind', async () => {
    const project = await memoryProject();
    const small = join(project.root, 'small');
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=384k', 'tmpfs', small]);
    try {
      mkdirSync(join(small, '.context'));
      const pad = join(small, '.context', 'scratchpad.age');
      const add = (text: string) =>
        runCtx(['pad', 'add', text, '--output-format', 'json'], { cwd: small, env: project.env });
      expect((await add('before')).exitCode).toBe(0);
      const bytes = readFileSync(pad);
      const full = await add('x'.repeat(420_000));
      expect(full.exitCode).toBe(1);
      expect(JSON.parse(full.stdout)).toMatchObject({ error: { code: 'disk_full' } });
      expect(readFileSync(pad).equals(bytes)).toBe(true);
      expect(readdirSync(join(small, '.context'))).toEqual(['scratchpad.age', 'scratchpad.history']);
      expect((await add('after')).exitCode).toBe(0);
    } finally {
      execFileSync('umount', [small]);
    }
  });

  it('says that a project is read-only and changes nothing', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'before');
    execFileSync('mount', ['--bind', project.path(), project.path()]);
    execFileSync('mount', ['-o', 'remount,ro,bind', project.path()]);
    try {
      expect(await project.error('pad', 'add', 'x')).toMatchObject({
        code: 'file_unwritable',
        kind: 'filesystem',
      });
      expect(await project.error('task', 'add', 'x')).toMatchObject({ code: 'file_unwritable' });
      expect(await project.error('remind', 'x')).toMatchObject({ code: 'file_unwritable' });
      expect(await entriesOf(project)).toHaveLength(1);
    } finally {
      execFileSync('umount', [project.path()]);
    }
  });
});

async function endOf(child: ReturnType<typeof spawnBuilt>) {
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('close', (_, by) => resolve(by)),
  );
  return { said, signal };
}
