// Settings that belong to somebody else: the built program as a user who may read or write less than the test itself.

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanEnvironment, copyProgram } from '../../../test/built.js';
import { temporaryFolder } from '../../../test/folder.js';

const nobody = 65_534;
const settings = '{ "model": "a person’s own" }\n';

/** A home of its own for nobody, with Claude Code's folder and settings, which belong to root. */
function nobodysHome() {
  const top = temporaryFolder();
  chmodSync(top, 0o711);
  copyProgram(join(top, 'dist'));
  const home = join(top, 'home');
  const folder = join(home, '.claude');
  const file = join(folder, 'settings.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, settings);
  chownSync(home, nobody, nobody);
  return {
    home,
    folder,
    file,
    ctx(...words: string[]) {
      const argv = [join(top, 'dist/ctx.cjs'), ...words, '--output-format', 'json'];
      const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
        cwd: home,
        env: cleanEnvironment(home),
        uid: nobody,
        gid: nobody,
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      const { error, data } = JSON.parse(stdout);
      return { status, error, data };
    },
  };
}

const install = ['init', '--hooks', '--host', 'claude-code', '--scope', 'user'];
const remove = ['hooks', 'remove', '--host', 'claude-code', '--scope', 'user'];

it('leaves a settings file alone that must not be read, and says which and why', () => {
  const { file, ctx } = nobodysHome();
  chmodSync(file, 0o600);
  for (const words of [install, remove, ['hooks', 'list'], ['hooks', 'verify']]) {
    const { status, error } = ctx(...words);
    expect(status, words.join(' ')).toBe(1);
    expect(error).toMatchObject({ code: 'file_unreadable', kind: 'filesystem', target: file });
    expect(error.message).toContain('permission denied');
  }
  expect(readFileSync(file, 'utf8')).toBe(settings);
});

it('leaves a folder alone that must not be written to, with nothing half done in it', () => {
  const { folder, file, ctx } = nobodysHome();
  const { status, error } = ctx(...install);
  expect(status).toBe(1);
  expect(error).toMatchObject({ code: 'file_unwritable', kind: 'filesystem', target: file });
  expect(readFileSync(file, 'utf8')).toBe(settings);
  expect(readdirSync(folder)).toEqual(['settings.json']);
  expect(ctx('hooks', 'list')).toMatchObject({ status: 0, data: { hooks: [] } });
});

it('takes nothing out of a folder that must not be written to any more', () => {
  const { folder, file, ctx } = nobodysHome();
  chownSync(folder, nobody, nobody);
  chownSync(file, nobody, nobody);
  expect(ctx(...install).status).toBe(0);
  const installed = readFileSync(file, 'utf8');
  chownSync(folder, 0, 0);
  chmodSync(folder, 0o755);
  expect(ctx(...remove)).toMatchObject({ status: 1, error: { code: 'file_unwritable' } });
  expect(readFileSync(file, 'utf8')).toBe(installed);
  chownSync(folder, nobody, nobody);
  expect(ctx(...remove).status).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(settings);
});

it('changes no settings where it could not keep how to give them back', () => {
  const { home, folder, file, ctx } = nobodysHome();
  chownSync(folder, nobody, nobody);
  chownSync(file, nobody, nobody);
  mkdirSync(join(home, '.local'));
  const { status, error } = ctx(...install);
  expect(status).toBe(1);
  expect(error).toMatchObject({ code: 'file_unwritable' });
  expect(error.target).toContain('.local/state');
  expect(readFileSync(file, 'utf8')).toBe(settings);
  expect(statSync(join(home, '.local')).uid).toBe(0);
});
