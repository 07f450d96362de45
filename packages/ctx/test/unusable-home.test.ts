// A home that is none: what needs nothing of it works, and the rest is told as what it is.

import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { jsonOf, scriptedFolder, task } from './scripted.js';

const homes = {
  'a device': () => '/dev/null',
  'a link to itself': () => {
    const home = join(temporaryFolder(), 'home');
    symlinkSync('home', home);
    return home;
  },
};

describe.each(Object.entries(homes))('with %s for a home', (_, make) => {
  it('the sessions of the project are verified, shown, reported and deleted', async () => {
    const cwd = scriptedFolder([{ say: 'Done.' }]);
    const outside = { cwd, env: { HOME: make() } };
    const ran = await jsonOf(['run', ...task('Go.'), '--no-sandbox', '--session-id', 's'], outside);
    expect(ran).toMatchObject({ exit_code: 0 });
    for (const argv of [
      ['verify', 's'],
      ['load-session', 's'],
      ['replay', 's'],
      ['report', 's', '--out', 'r'],
    ])
      expect([argv, await jsonOf(argv, outside)]).toMatchObject([argv, { exit_code: 0 }]);
    expect(await jsonOf(['delete-session', 's'], outside)).toMatchObject({ data: { deleted: true } });
  });

  it.each(['doctor', 'catalog stats', 'hooks pause', 'stats --all'])(
    '%s is no bug, and told in words',
    async (words) => {
      const cwd = temporaryFolder();
      await jsonOf(['init'], { cwd, env: { HOME: temporaryFolder() } });
      const { error } = await jsonOf(words.split(' '), { cwd, env: { HOME: make() } });
      expect(error?.code).not.toBe('internal_error');
      expect(error?.message ?? '').not.toMatch(/scandir|\bE[A-Z]{4,}\b/);
    },
  );
});

/** A process of its own: a home that is taken from elsewhere must not be that of whoever runs the tests. */
const built = async (argv: readonly string[], outside: Parameters<typeof runBuilt>[2]) =>
  envelopeOf(await runBuilt('ctx', [...argv, '--output-format', 'json'], outside));

describe.each([
  [
    'relative',
    { HOME: 'relative' },
    'HOME is "relative", which is not an absolute path, so ctx does not use it.',
  ],
  ['empty', { HOME: '' }, 'HOME is not set.'],
])('with a HOME that is %s', (_, env, message) => {
  it.each([
    'pad add x',
    'hooks remove',
    'hooks list',
    'init --hooks',
    'import claude-code',
    'catalog stats',
    'remote list',
    'serve --port 0',
  ])('ctx %s says so, with what helps, and writes nothing', async (words) => {
    const cwd = temporaryFolder({ '.context/config.yaml': '' });
    const { error } = await built(words.split(' '), { cwd, env });
    expect(error).toMatchObject({ code: 'home_unusable', message });
    expect(error?.hint).toContain('Set HOME to your home folder.');
    expect(readdirSync(cwd, { recursive: true }).sort()).toEqual(['.context', '.context/config.yaml']);
  });

  it('what needs no home works, and ctx trust names the variable', async () => {
    const cwd = scriptedFolder([{ say: 'Done.' }]);
    const ran = await built(['run', ...task('Go.'), '--no-sandbox', '--session-id', 's'], { cwd, env });
    expect(ran).toMatchObject({ exit_code: 0 });
    expect(await built(['verify', 's'], { cwd, env })).toMatchObject({ exit_code: 0 });
    const { error } = await built(['trust', 'list'], { cwd, env });
    expect(error?.message).toMatch(/^Your trust settings lie below HOME, and it is not /);
    expect(error?.hint).toContain('Set HOME to your home folder');
  });
});

it('ignores relative XDG folders, as their specification says', async () => {
  const cwd = temporaryFolder({ '.context/config.yaml': '' });
  const names = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME'];
  const env = { HOME: temporaryFolder(), ...Object.fromEntries(names.map((name) => [name, 'relative'])) };
  expect(await jsonOf(['pad', 'add', 'x'], { cwd, env })).toMatchObject({ exit_code: 0 });
  const hooks = ['init', '--hooks', '--host', 'opencode'];
  expect(await jsonOf(hooks, { cwd, env })).toMatchObject({ exit_code: 0 });
  expect(readdirSync(cwd)).not.toContain('relative');
  expect(readdirSync(env.HOME)).toEqual(expect.arrayContaining(['.config', '.local']));
});

it.each(['pad add x', 'hooks remove'])(
  'ctx %s blames a HOME that is not there, and not the path below it',
  async (words) => {
    const cwd = temporaryFolder({ '.context/config.yaml': '', file: '' });
    const HOME = join(cwd, 'file/home');
    const { error } = await jsonOf(words.split(' '), { cwd, env: { HOME } });
    expect(error?.message).toContain(HOME);
    expect(error?.hint).toBe(`HOME is ${HOME}, which is not a folder: set HOME to your home folder.`);
  },
);
