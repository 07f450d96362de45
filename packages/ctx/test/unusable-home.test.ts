// A home that is none: what needs nothing of it works, and the rest is told as what it is.

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
