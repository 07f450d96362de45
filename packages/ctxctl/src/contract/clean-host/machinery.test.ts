import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { withEnoughTime } from '../../../../ctx/test/held-clock.js';
import { isRunning, until } from '../../../../ctx/test/processes.js';
import { runChild } from './child.js';
import { cleanEnvironment, npmVariables, placesIn } from './environment.js';
import { installedHooks, matches, problemsOf, unreached } from './fake-host.js';
import { changesBetween, look } from './observed.js';
import { runSteps } from './run-steps.js';
import { Broken, type Step } from './step.js';
import { temporaryRoot } from './temporary-root.js';

describe('the environment of a clean host', () => {
  const places = placesIn('/tmp/root');
  const outside = {
    PATH: '/usr/bin:/checkout/node_modules/.bin:/bin',
    LANG: 'C.UTF-8',
    LC_ALL: 'C',
    HOME: '/home/me',
    NODE_PATH: '/checkout/node_modules',
    NODE_OPTIONS: '--require /checkout/x.cjs',
    npm_config_prefix: '/usr/local',
    npm_lifecycle_event: 'test',
    ANTHROPIC_API_KEY: 'secret',
    CTX_SESSIONS_DIR: '/home/me/sessions',
    UNDEFINED: undefined,
  };
  const env = cleanEnvironment(outside, places, ['/checkout']);

  it('lets through what is on the list, and nothing else', () => {
    expect(
      Object.keys(env)
        .filter((name) => !/^(XDG_|TE?MP)/.test(name))
        .sort(),
    ).toEqual(['APPDATA', 'HOME', 'LANG', 'LC_ALL', 'LOCALAPPDATA', 'PATH', 'USERPROFILE']);
    expect(env['PATH']).toBe('/tmp/root/prefix/bin:/usr/bin:/bin');
  });

  it('leads every home and temporary folder below the root', () => {
    const { PATH: _, LANG: __, LC_ALL: ___, ...folders } = env;
    expect(Object.values(folders).filter((path) => !path.startsWith('/tmp/root/'))).toEqual([]);
  });

  it('gives npm its cache, and a configuration of its own', () => {
    expect(npmVariables(places, { cache: '/cache', registries: [] })).toMatchObject({
      npm_config_cache: '/cache',
      npm_config_prefix: '/tmp/root/prefix',
      npm_config_userconfig: '/tmp/root/npm/userconfig',
      npm_config_ignore_scripts: 'true',
    });
  });
});

describe('the fake host', () => {
  it.each([
    ['', 'Bash', true],
    ['*', 'Bash', true],
    ['Bash|Edit', 'Edit', true],
    ['Bash, Edit', 'Edit', true],
    ['Bash', 'BashOutput', false],
    ['mcp__.*', 'mcp__memory__add', true],
    ['^Ba', 'Bash', true],
    ['Write', 'Read', false],
  ])('takes the matcher `%s` for %s: %s', (matcher, subject, expected) => {
    expect(matches(matcher, subject)).toBe(expected);
  });

  it.each([
    ['no hooks', '{}'],
    ['hooks that are no list', '{"hooks": {"Stop": {}}}'],
    ['a hook that is no command', '{"hooks": {"Stop": [{"hooks": [{"type": "prompt"}]}]}}'],
  ])('refuses settings with %s', (_, text) => {
    const folder = temporaryFolder({ 'settings.json': text });
    expect(() => installedHooks(join(folder, 'settings.json'))).toThrow(Broken);
  });

  it('says what a host would complain of', () => {
    const hook = { event: 'Stop', matcher: '', command: 'x', timeoutSeconds: 5 };
    const event = { event: 'Stop', subject: '', payload: {} };
    const said = (child: Partial<Parameters<typeof problemsOf>[0]['child']>) =>
      problemsOf({
        hook,
        event,
        child: { exitCode: 0, stdout: '', stderr: '', timedOut: false, leftRunning: [], ...child },
      });
    expect(said({})).toEqual([]);
    expect(said({ stdout: '{"continue": true}' })).toEqual([]);
    expect(said({ timedOut: true })).toEqual(['Stop (*) did not end within 5 s']);
    expect(said({ exitCode: 1, stderr: 'oh\nno' })).toEqual(['Stop (*) failed: exit 1, oh']);
    expect(unreached([hook], [])).toEqual(['Stop (*) was never reached']);
  });
});

describe('what must not change', () => {
  it('is compared by names, sizes and times', () => {
    const folder = temporaryFolder({ 'a/one': 'x', 'a/two': 'x', 'a/gone/three': 'x', 'a/skip/four': 'x' });
    const places = [{ path: join(folder, 'a'), except: ['skip'] }, { path: join(folder, 'nowhere') }];
    const before = look(places);
    expect(changesBetween(before, look(places))).toEqual([]);
    writeFileSync(join(folder, 'a/skip/five'), 'x');
    writeFileSync(join(folder, 'a/new'), 'x');
    utimesSync(join(folder, 'a/one'), 1, 1);
    mkdirSync(join(folder, 'nowhere'));
    symlinkSync('elsewhere', join(folder, 'nowhere/link'));
    expect(changesBetween(before, look(places))).toEqual(
      [
        `changed: ${join(folder, 'a/one')}`,
        `new: ${join(folder, 'a/new')}`,
        `new: ${join(folder, 'nowhere')}`,
        `new: ${join(folder, 'nowhere/link')}`,
      ].sort(),
    );
  });

  it('may be a folder that others write to, where only our own traces count', () => {
    const folder = temporaryFolder({ 'projects/theirs': 'x' });
    const places = [{ path: join(folder, 'projects'), onlyNaming: 'clean-host-1' }];
    const before = look(places);
    writeFileSync(join(folder, 'projects/theirs-too'), 'x');
    expect(changesBetween(before, look(places))).toEqual([]);
    mkdirSync(join(folder, 'projects/-tmp-clean-host-1-project'));
    expect(changesBetween(before, look(places))).toHaveLength(1);
  });
});

describe('the temporary root', () => {
  it('may be used again, and is emptied or taken away at the end', () => {
    const named = join(temporaryFolder(), 'root');
    for (const _ of [1, 2]) {
      const root = temporaryRoot(named);
      expect(readdirSync(named)).toEqual(['.clean-host-contract']);
      writeFileSync(join(root.path, 'left'), 'x');
    }
    temporaryRoot(named).remove();
    expect(readdirSync(named)).toEqual([]);
    const fresh = temporaryRoot(undefined);
    fresh.remove();
    expect(() => readdirSync(fresh.path)).toThrow('ENOENT');
  });

  it('is never a folder that holds anything else', () => {
    expect(() => temporaryRoot(temporaryFolder({ mine: 'x' }))).toThrow(Broken);
  });
});

describe('steps', () => {
  const step = (name: string, needs: string[], fails = false, slow?: true): Step<null> => ({
    name,
    proves: '',
    triage: `look at ${name}`,
    needs,
    ...(slow ? { slow } : {}),
    run: async () => {
      if (fails) throw name === 'odd' ? new TypeError('odd') : new Broken(['broken']);
      return { ran: name };
    },
  });
  const run = async (steps: Step<null>[], choice: { fast?: boolean; only?: string } = {}) => {
    const records = await runSteps(steps, null, { fast: false, ...choice }, () => {});
    return records.map(({ name, verdict }) => `${name} ${verdict}`);
  };

  it('run in order, and end with the first that fails', async () => {
    const steps = [step('a', []), step('b', [], true), step('c', [])];
    expect(await run(steps)).toEqual(['a passed', 'b failed', 'c not_reached']);
    const [, failed] = await runSteps(steps, null, { fast: false }, () => {});
    expect(failed).toMatchObject({ problems: ['broken'], triage: 'look at b' });
    expect(
      (await runSteps([step('odd', [], true)], null, { fast: false }, () => {}))[0]?.problems[0],
    ).toContain('odd');
  });

  it('are left out if they are slow or not asked for, with what they need', async () => {
    const steps = [step('a', []), step('b', ['a']), step('c', ['b']), step('d', [], false, true)];
    expect(await run(steps, { fast: true })).toEqual(['a passed', 'b passed', 'c passed', 'd left_out']);
    expect(await run(steps, { only: 'b' })).toEqual(['a passed', 'b passed', 'c left_out', 'd left_out']);
  });
});

it('ends a program that takes too long, with all that it started', async () => {
  const cwd = temporaryFolder();
  const pids = join(cwd, 'pids');
  const line = 'sleep 600 & echo $$ $! > pids.tmp; mv pids.tmp pids; sleep 600';
  const child = await withEnoughTime(
    (timeoutMs) => runChild('sh', ['-c', line], { cwd, env: { PATH: process.env['PATH'] ?? '' }, timeoutMs }),
    () => existsSync(pids),
  );
  expect(child).toMatchObject({ timedOut: true });
  for (const pid of readFileSync(pids, 'utf8').split(' ')) await until(() => !isRunning(Number(pid)));
});
