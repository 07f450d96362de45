import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { runCtx } from '../../../test/in-process.js';
import { jsonOf } from '../../../test/scripted.js';

const broken = '{\n  "model": "opus",\n}\n';

function place(files: Readonly<Record<string, string>>) {
  const HOME = temporaryFolder(files);
  const cwd = temporaryFolder();
  return { HOME, outside: { cwd, env: { HOME, PATH: '/nowhere' } } };
}

it('one settings file that cannot be read is named with its line, and the other agents get their hooks', async () => {
  const { HOME, outside } = place({
    '.claude/settings.json': broken,
    '.gemini/settings.json': '{}',
    '.codex/x': '',
  });
  const { error, exit_code } = await jsonOf(['init', '--hooks'], outside);
  const file = join(HOME, '.claude/settings.json');
  expect(exit_code).toBe(1);
  expect(error).toMatchObject({
    code: 'settings_malformed',
    message: expect.stringMatching(/settings\.json cannot be read as JSON, at line 3, column 1/),
    details: {
      hooks: [
        { host: 'codex', change: 'created' },
        { host: 'gemini', change: 'changed' },
      ],
      broken: [{ host: 'claude-code', file, problem: expect.stringContaining('line 3') }],
    },
  });
  expect(readFileSync(file, 'utf8')).toBe(broken);
  expect(existsSync(join(outside.cwd, '.context'))).toBe(true);

  const listed = await jsonOf(['hooks', 'list'], outside);
  expect(listed).toMatchObject({ exit_code: 1, error: { code: 'settings_malformed' } });
  const hosts = Object(listed.error?.['details']).hooks.map(({ host }: { host: string }) => host);
  expect([...new Set(hosts)]).toEqual(['codex', 'gemini']);
  const { stdout, stderr } = await runCtx(['hooks', 'list'], outside);
  expect(stdout).toContain('codex');
  expect(stderr).toContain('at line 3, column 1');
});

it.each([
  ['a folder', (file: string) => void mkdirSync(file)],
  ['a pipe', (file: string) => void execFileSync('mkfifo', [file])],
  ['a link to a device', (file: string) => symlinkSync('/dev/zero', file)],
  ['a link that leads nowhere', (file: string) => symlinkSync('nowhere/settings.json', file)],
  ['not UTF-8', (file: string) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x7d]))],
])('settings that are %s keep no other agent from its hooks, nor from being rid of them', async (_, make) => {
  const { HOME, outside } = place({ '.claude/x': '', '.gemini/settings.json': '{}' });
  const file = join(HOME, '.claude/settings.json');
  make(file);
  const { error } = await jsonOf(['init', '--hooks'], outside);
  expect(error).toMatchObject({
    code: 'file_unreadable',
    details: {
      hooks: [{ host: 'gemini', change: 'changed' }],
      broken: [{ host: 'claude-code', file, problem: expect.stringContaining('cannot be read') }],
    },
  });
  expect((await runCtx(['hooks', 'list'], outside)).stdout).toContain('gemini');
  const removed = await jsonOf(['hooks', 'remove'], outside);
  expect(removed).toMatchObject({ exit_code: 1, error: { code: 'file_unreadable' } });
  expect(readFileSync(join(HOME, '.gemini/settings.json'), 'utf8')).toBe('{}');
});

it('names every one of several, and makes nothing where none can be read', async () => {
  const { outside } = place({ '.claude/settings.json': broken, '.gemini/settings.json': '[]' });
  expect((await jsonOf(['init', '--hooks'], outside)).error).toMatchObject({ code: 'settings_malformed' });
  expect(existsSync(join(outside.cwd, '.context'))).toBe(false);
  const { stdout, stderr } = await runCtx(['hooks', 'list'], outside);
  expect(stderr).toContain('.claude/settings.json');
  expect(stdout).toContain('.gemini/settings.json');
});
