// The doors of the house: an import that rooms.json does not allow is found, whatever room it is planted in.

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, runFile } from './built.js';
import { temporaryFolder } from './folder.js';

const plain = {
  'packages/ctx/src/cli/print.ts': 'export const print = 1;\n',
  'packages/ctxctl/src/main.ts': 'export const main = 1;\n',
};

const planted: readonly [string, Readonly<Record<string, string>>, string][] = [
  [
    'session to cli',
    { 'packages/ctx/src/session/x.ts': "import '../cli/print.js';\n" },
    'ctx/session-imports-only',
  ],
  [
    'protocol to time',
    { 'packages/ctx/src/protocol/x.ts': "import '../time/y.js';\n", 'packages/ctx/src/time/y.ts': '' },
    'ctx/protocol-imports-only-itself',
  ],
  [
    'ctx to ctxctl',
    { 'packages/ctx/src/commands/x.ts': "import '../../../ctxctl/src/main.js';\n" },
    'ctx-never-imports-ctxctl',
  ],
  [
    'protocol to the disk',
    { 'packages/ctx/src/protocol/disk.ts': "import 'node:fs';\n" },
    'protocol-does-no-io',
  ],
  [
    'in a circle',
    { 'packages/ctx/src/cli/a.ts': "import './b.js';\n", 'packages/ctx/src/cli/b.ts': "import './a.js';\n" },
    'no-circles',
  ],
  [
    'a source to a test',
    { 'packages/ctx/src/cli/c.ts': "import './c.test.js';\n", 'packages/ctx/src/cli/c.test.ts': '' },
    'sources-import-no-tests',
  ],
];

it('every import that is planted in a house is found, by its own rule', async () => {
  const { exitCode, stdout } = await cruise(Object.assign({}, plain, ...planted.map(([, files]) => files)));
  expect(exitCode).not.toBe(0);
  for (const [name, files, rule] of planted) {
    const said = stdout.split('\n').filter((line) => line.includes(rule));
    expect(said.join('\n'), name).toContain(Object.keys(files)[0]);
  }
});

it('a house without such imports passes', async () => {
  expect((await cruise(plain)).exitCode).toBe(0);
});

it('no door stands open that nobody goes through', () => {
  const sources = join(repository, 'packages/ctx/src');
  const rooms: readonly { name: string; imports: readonly string[] }[] = JSON.parse(
    readFileSync(join(repository, 'packages/ctx/rooms.json'), 'utf8'),
  );
  const open = rooms.flatMap(({ name, imports }) => {
    const files = readdirSync(join(sources, name), { recursive: true, encoding: 'utf8' });
    const texts = files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(sources, name, file), 'utf8'));
    const isUsed = (room: string) => texts.some((text) => text.includes(`../${room}/`));
    return imports.filter((room) => !isUsed(room)).map((room) => `${name} to ${room}`);
  });
  expect(open).toEqual([]);
});

function cruise(files: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder({ ...files, 'tsconfig.json': '{}' });
  for (const name of ['.dependency-cruiser.cjs', 'packages/ctx/rooms.json', 'packages/ctxctl/rooms.json']) {
    cpSync(join(repository, name), join(cwd, name));
  }
  const depcruise = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const words = [depcruise, '--config', '.dependency-cruiser.cjs', 'packages'];
  return runFile(process.execPath, words, { cwd });
}
