// What a start loads, seen by the process itself: the built program, and one command's files of it.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { commands } from '../src/commands/index.js';
import { temporaryFolder } from './folder.js';

const built = join(inject('builtPrograms'), 'ctx');

describe('a start', () => {
  it.each([
    ['--version', ['ctx.cjs', 'version.cjs']],
    ['sysinfo', ['ctx.cjs', 'sysinfo.cjs', 'memory-pressure.cjs']],
    ['help', ['ctx.cjs', 'help.cjs', 'shipped.cjs']],
  ])('with %s loads the program, that command and nothing of the others', (word, files) => {
    expect(loadedBy(word).map(withoutHash)).toEqual(files);
  });

  it('of a scan loads the scan, and of the readers those that the repository needs', () => {
    const scan = ['ctx.cjs', 'scan-repo.cjs', 'scan.cjs', 'file-list.cjs', 'rolldown-runtime.cjs'];
    const files = { Dockerfile: 'FROM node:22\n', '.github/workflows/ci.yml': 'on: push\njobs: {}\n' };
    expect(loadedBy('scan-repo', temporaryFolder(files)).map(withoutHash)).toEqual(scan);
    const go = temporaryFolder({ ...files, 'go.mod': 'module a\n' });
    expect(loadedBy('scan-repo', go).map(withoutHash)).toEqual([...scan, 'go.cjs']);
  });

  it('of a recommendation adds the catalog to the scan, and what builds an index only where there is none', () => {
    const [home, project] = [temporaryFolder(), temporaryFolder({ Dockerfile: 'FROM node:22\n' })];
    const first = loadedBy('recommend', project, home).map(withoutHash);
    expect(first).toContain('build.cjs');
    expect(loadedBy('recommend', project, home).map(withoutHash)).toEqual([
      'ctx.cjs',
      'recommend.cjs',
      'file-list.cjs',
      'rolldown-runtime.cjs',
      'scan.cjs',
      'recommend-flow.cjs',
      'catalog.cjs',
    ]);
  });

  it('with a word that is no command loads the words for it, and no command', () => {
    expect(loadedBy('sysinof').map(withoutHash)).toEqual(['ctx.cjs', 'words.cjs']);
  });

  it('leaves the costly parts of Node alone', () => {
    const source = readFileSync(join(built, 'ctx.cjs'), 'utf8');
    const modules = [...source.matchAll(/require\("(node:[^"]+)"\)/g)].map(([, name]) => name);
    expect(modules.toSorted()).toEqual(['node:fs', 'node:util']);
  });
});

it('finds every command of the index in its file', () => {
  for (const name of Object.keys(commands)) {
    const file = join(built, `${name.replaceAll(' ', '-')}.cjs`);
    expect(readFileSync(file, 'utf8'), name).toContain(`name:\`${name}\``);
  }
});

it('has every file that one of its files loads', () => {
  const files = readdirSync(built).filter((file) => file.endsWith('.cjs'));
  const loaded = files.flatMap((file) =>
    [...readFileSync(join(built, file), 'utf8').matchAll(/require\(["'`]\.\/([^"'`]+\.cjs)["'`]\)/g)].map(
      ([, other = '']) => other,
    ),
  );
  expect(new Set(loaded).size).toBeGreaterThan(20);
  expect([...new Set(loaded)].filter((file) => !files.includes(file))).toEqual([]);
});

it('declares no schema in a command’s code: they ship as files', () => {
  const commands = readdirSync(built).filter((file) => file.endsWith('.cjs'));
  const declaring = commands.filter((file) =>
    /\breturns:(?!void 0)/.test(readFileSync(join(built, file), 'utf8')),
  );
  expect(commands).toContain('pad-add.cjs');
  expect(declaring).toEqual([]);
});

function loadedBy(word: string, cwd?: string, home?: string): string[] {
  const folder = temporaryFolder({ 'list.cjs': listing });
  const out = join(folder, 'loaded');
  spawnSync(process.execPath, ['--require', join(folder, 'list.cjs'), join(built, 'ctx.cjs'), word], {
    cwd,
    env: { HOME: home ?? folder, LOADED: out },
  });
  return readFileSync(out, 'utf8')
    .split('\n')
    .filter((file) => file.startsWith(built) && file.endsWith('.cjs'))
    .map((file) => basename(file));
}

/** Node loads the first file, and that one opens the others. */
const listing = `
  const fs = require('node:fs');
  const { openSync } = fs;
  const opened = [];
  fs.openSync = (path, ...rest) => {
    opened.push(path);
    return openSync(path, ...rest);
  };
  process.on('exit', () => fs.writeFileSync(process.env.LOADED, [...Object.keys(require.cache), ...opened].join('\\n')));
`;

function withoutHash(file: string): string {
  return file.replace(/-[\w-]{8}\.cjs$/, '.cjs');
}
