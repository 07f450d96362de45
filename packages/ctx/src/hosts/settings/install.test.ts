import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { program, settingsPlace } from '../../../test/settings-place.js';
import { claudeCode } from '../claude-code.js';
import { codex } from '../codex.js';
import { installedHooks, installHooks } from './install.js';
import { oddSettings } from './odd-settings.fixture.js';

const moved = ['/usr/bin/node', '/opt/another place/it’s "here"/hook.cjs'];
const events = Object.keys(claudeCode.events);

class Killed extends Error {}

describe('hooks in a settings file', () => {
  describe.each(Object.entries(oddSettings))('with %s', (_, content) => {
    it('are all there, beside everything that was there, and go away byte for byte', async () => {
      const { file, text, install, remove } = settingsPlace(content);
      await install();
      const after = text();
      expect(
        installedHooks(claudeCode, file)
          .map(({ event }) => event)
          .toSorted(),
      ).toEqual(events.toSorted());
      expect(withoutOurs(JSON.parse(after.replace(/^\ufeff/, '')))).toEqual(withoutEmpty(content));
      await install();
      expect(text()).toBe(after);
      await remove();
      expect(text()).toBe(content);
    });

    it('go away byte for byte after they were renewed for a program that moved', async () => {
      const { file, text, install, remove } = settingsPlace(content);
      await install();
      await install(moved);
      expect(installedHooks(claudeCode, file).map(({ starts }) => starts[1])).toEqual(
        events.map(() => moved[1]),
      );
      await remove();
      expect(text()).toBe(content);
    });

    it('leave everything else when something else changed, and nothing of theirs', async () => {
      const { file, text, env, install, remove } = settingsPlace(content);
      await install();
      const changed = text()
        .replace(/\}(\s*)$/, ',"mine": {"hooks": null}}$1')
        .replace(/^(\ufeff?\s*\{\s*),/, '$1');
      writeFileSync(file, changed);
      expect(JSON.parse(changed.replace(/^\ufeff/, ''))).toHaveProperty('mine');
      rmSync(join(env.HOME, '.local'), { recursive: true });
      await remove();
      expect(text()).not.toContain('ctx-layout');
      expect(JSON.parse(text().replace(/^\ufeff/, ''))).toEqual({
        ...withoutHooksThatHoldNothing(content),
        mine: { hooks: null },
      });
    });
  });

  it('never stand before what others registered, whose places hosts remember', async () => {
    const { file, text, install } = settingsPlace(oddSettings['another tool in the same event']);
    await install();
    const { hooks } = JSON.parse(text());
    expect(hooks.Stop[0].hooks[0].command).toBe('echo other');
    expect(hooks.PreToolUse[0].matcher).toBe('Bash');
    expect(installedHooks(claudeCode, file).find(({ event }) => event === 'Stop')).toMatchObject({
      group: 1,
    });
  });

  it('only use fields that hosts have always known, and no package runner', async () => {
    const { text, install } = settingsPlace();
    await install();
    const { hooks, ...rest } = JSON.parse(text());
    expect(rest).toEqual({});
    expect(hooks.UserPromptSubmit).toEqual([
      {
        hooks: [
          {
            type: 'command',
            command: '/usr/bin/node /opt/ctx/hook.cjs claude-code UserPromptSubmit --ctx-layout 3',
            timeout: 10,
          },
        ],
      },
    ]);
    expect(text()).not.toMatch(/npx|npm exec/);
  });

  it.each(
    [undefined, '{ "x" : 1 }', '{"hooks":{}}'].flatMap((content) =>
      (['before', 'after'] as const).flatMap((side) => [1, 2].map((nth) => [side, nth, content] as const)),
    ),
  )(
    'go away byte for byte where they were put there by who was killed %s write %i, over %j',
    async (...kill) => {
      const [side, nth, content] = kill;
      for (const isThereBefore of [false, true]) {
        const { file, install, remove, home } = settingsPlace(content);
        if (isThereBefore) await install(moved);
        const rename = fs.renameSync;
        let count = 0;
        const spy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
          count += 1;
          if (count === nth && side === 'before') throw new Killed();
          rename(from, to);
          if (count === nth) throw new Killed();
        });
        syncBuiltinESMExports();
        await expect(install()).rejects.toThrow(Killed);
        spy.mockRestore();
        syncBuiltinESMExports();
        await remove();
        expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(content);
        if (content === undefined) expect(existsSync(join(home, '.claude'))).toBe(false);
      }
    },
  );

  it('take the file and the folders with them that were made for them', async () => {
    const { home, file, install, remove } = settingsPlace();
    expect(await install()).toMatchObject({ before: undefined });
    expect(existsSync(file)).toBe(true);
    expect(await remove()).toMatchObject({ after: undefined });
    expect(existsSync(join(home, '.claude'))).toBe(false);
    expect(await remove()).toMatchObject({ before: undefined, after: undefined });
  });

  it('leave a folder that somebody else uses by now', async () => {
    const { home, install, remove } = settingsPlace();
    await install();
    writeFileSync(join(home, '.claude', 'mine'), '');
    await remove();
    expect(existsSync(join(home, '.claude', 'mine'))).toBe(true);
  });

  it('of two hosts never touch each other', async () => {
    const { file, text, install, remove } = settingsPlace('{}\n');
    await install();
    const one = text();
    await install(program, codex);
    expect(installedHooks(codex, file)).toHaveLength(Object.keys(codex.events).length);
    await remove(codex);
    expect(JSON.parse(text())).toEqual(JSON.parse(one));
  });

  it('only change what a dry run said', async () => {
    const { file, text, env, install } = settingsPlace('{\n  "model": "x"\n}\n');
    const dry = await installHooks(claudeCode, file, program, env, true);
    expect(text()).toBe('{\n  "model": "x"\n}\n');
    expect(existsSync(join(env.HOME, '.local'))).toBe(false);
    await install();
    expect(text()).toBe(dry.after);
  });

  it('keep a symbolic link a link, and the mode of its file', async () => {
    const { file, home, text, install, remove } = settingsPlace('{}');
    const real = join(home, 'dotfiles.json');
    writeFileSync(real, '{}', { mode: 0o640 });
    chmodSync(real, 0o640);
    rmSync(file);
    symlinkSync(real, file);
    await install();
    expect(readlinkSync(file)).toBe(real);
    expect(lstatSync(real).mode & 0o777).toBe(0o640);
    expect(readFileSync(real, 'utf8')).toContain('ctx-layout');
    await remove();
    expect(text()).toBe('{}');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
  });

  it('refuse a link that leads nowhere', async () => {
    const { file, home, install } = settingsPlace('{}');
    rmSync(file);
    symlinkSync(join(home, 'gone'), file);
    await expect(install()).rejects.toMatchObject({ code: 'file_unreadable' });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
  });

  it('are there once after ten installations at the same time', async () => {
    const { file, text, install, remove } = settingsPlace('{\n  "model": "x"\n}\n');
    await Promise.all(Array.from({ length: 10 }, (_, i) => install(i % 2 === 0 ? program : moved)));
    expect(installedHooks(claudeCode, file)).toHaveLength(events.length);
    await remove();
    expect(text()).toBe('{\n  "model": "x"\n}\n');
  });

  it('stay out of the way of whatever JSON there is', async () => {
    const { file, text, install, remove } = settingsPlace('{}');
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom('', '  ', '\t', '     '),
        async (value, indent) => {
          const { hooks: _, ...settings } = value;
          const content = JSON.stringify(settings, null, indent);
          writeFileSync(file, content);
          await install();
          const { hooks, ...rest } = JSON.parse(text());
          expect(Object.keys(hooks)).toEqual(events);
          expect(JSON.stringify(rest)).toBe(JSON.stringify(JSON.parse(content)));
          await remove();
          expect(text()).toBe(content);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** What the file says without our hooks, and without what is empty because of it. */
function withoutOurs(settings: { hooks?: Record<string, { hooks?: { command?: string }[] }[]> }) {
  const { hooks = {}, ...rest } = settings;
  const left = Object.entries(hooks).flatMap(([event, groups]) => {
    const others = groups.filter(
      (group) => !group.hooks?.some(({ command }) => command?.includes('ctx-layout')),
    );
    return others.length === 0 ? [] : [[event, others]];
  });
  return left.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(left) };
}

function withoutEmpty(content: string) {
  const settings = content.trim() === '' ? {} : JSON.parse(content.replace(/^\ufeff/, ''));
  const { hooks, ...rest } = settings;
  const left = Object.entries(hooks ?? {}).filter(([, groups]) => Array.isArray(groups) && groups.length > 0);
  return left.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(left) };
}

/** Where the record is lost, an event or `hooks` that held nothing goes with ours: it cannot be told apart. */
function withoutHooksThatHoldNothing(content: string) {
  const settings = content.trim() === '' ? {} : JSON.parse(content.replace(/^\ufeff/, ''));
  const { hooks, ...rest } = settings;
  const left = Object.entries(hooks ?? {}).filter(([event, groups]) => {
    return !events.includes(event) || (Array.isArray(groups) && groups.length > 0);
  });
  return left.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(left) };
}
