// What holds in every host alike: installed and removed byte for byte, known again, answered in its own form, closed where it guards.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { memoryProject } from '../../../test/memory-project.js';
import { answerWherever } from '../../commands/hook-process.js';
import { denialIn } from '../denial.js';
import { guards } from '../guarded.js';
import type { Host, scopes } from '../host.js';
import { hosts } from '../known.js';
import { absentWords } from '../portable.js';
import { installedHooks, installHooks, removeHooks } from './install.js';
import { commandFor } from './registration.js';

const program = ['/usr/bin/node', "/opt/it's here/hook.cjs"];
const byName = ['ctx-hook'];
const settingsOf = (host: Host, scope: (typeof scopes)[number] = 'user') => {
  const home = temporaryFolder();
  const places = { root: `${home}/project`, env: { HOME: home } };
  return { file: host.settingsFiles(places)[scope] ?? '', env: places.env };
};
const guardOf = (host: Host) => Object.keys(host.events).find((event) => guards([host.name, event])) ?? '';

describe.each(hosts.map((host) => [host.title, host] as const))('hooks in %s', (_, host) => {
  it.each([program, byName])(
    'are there for every event, once, and go away without a trace (%s …)',
    async (...start) => {
      const { file, env } = settingsOf(host);
      await installHooks(host, file, start, env, false);
      await installHooks(host, file, start, env, false);
      const found = installedHooks(host, file);
      expect(found.map(({ event }) => event).toSorted()).toEqual(Object.keys(host.events).toSorted());
      expect(found.every(({ starts }) => starts.join() === start.join())).toBe(true);
      expect(found.every(({ command, event }) => command === commandFor(start, host, event))).toBe(true);
      await removeHooks(host, file, env, false);
      expect(existsSync(dirname(file))).toBe(false);
    },
  );

  it('leave what else is in the file, byte for byte', async () => {
    const { file, env } = settingsOf(host);
    const event = guardOf(host);
    const handler = { command: 'mine', bash: 'mine' };
    const entry = host.form.kind === 'settings' && host.form.grouped ? { hooks: [handler] } : handler;
    const own =
      host.form.kind === 'plugin' ? '' : `{"version":1,\n "hooks": {"${event}": [${JSON.stringify(entry)}]}}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, own);
    await installHooks(host, file, program, env, false);
    const installed = readFileSync(file, 'utf8');
    expect(installed).not.toBe(own);
    await removeHooks(host, file, env, false);
    expect(readFileSync(file, 'utf8')).toBe(own);
    if (host.form.kind === 'plugin') return;
    // The same where nobody remembers what was there.
    writeFileSync(file, installed.replace('mine', 'ours'));
    await removeHooks(host, file, env, false);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(own.replace('mine', 'ours')));
  });

  it('of a project name no path, and say at a session’s start where the program is missing', () => {
    for (const event of Object.keys(host.events)) {
      const line = host.form.kind === 'plugin' ? host.form.text(byName) : commandFor(byName, host, event);
      expect(line).not.toMatch(/npx|\/(?!dev\/null|\/ctx-hook)\w+\/\w+/);
      if (host.events[event] === 'session-start') expect(line).toContain(absentWords);
    }
  });

  it('deny what cannot be judged, in the host’s own form, and run what may run', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'hooks:\n  deny: [{ rule: "Bash(true)" }]\n');
    const event = guardOf(host);
    const call = (value: unknown, name = event) => {
      const { env, clock, root: cwd } = project;
      return answerWherever({ words: [host.name, name], input: { state: 'read', value }, cwd, env, clock });
    };
    const sample = host.sample(event, project.root);
    const denied = await call(sample);
    expect(denied).toContain('does not allow it');
    expect(JSON.parse(denied)).toMatchObject(formOf(denialIn(host.name, 'x')));
    const harmless = JSON.parse(JSON.stringify(sample).replaceAll('"true"', '"ls"'));
    expect(await call(harmless)).toBe('');
    const nameless = await call({ cwd: project.root });
    expect(JSON.parse(nameless)).toMatchObject(formOf(denialIn(host.name, 'x')));
    for (const other of Object.keys(host.events))
      if (other !== event) expect(await call(host.sample(other, project.root), other)).not.toContain('deny');
  });
});

it('takes nobody else’s file for its own', async () => {
  const host = hosts.find(({ form }) => form.kind === 'plugin');
  if (host === undefined) throw new TypeError('opencode has one');
  const { file, env } = settingsOf(host);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'export const mine = 1;\n');
  await expect(installHooks(host, file, program, env, false)).rejects.toThrow('settings_misshapen');
  expect(installedHooks(host, file)).toEqual([]);
  await removeHooks(host, file, env, false);
  expect(readFileSync(file, 'utf8')).toBe('export const mine = 1;\n');
});

/** The answer without its texts. */
function formOf(answer: object): object {
  return JSON.parse(JSON.stringify(answer), (_, value) =>
    value === 'x' ? expect.stringMatching(/./) : value,
  );
}

describe.each(hosts.filter(({ name }) => name !== 'cursor').map((host) => [host.title, host] as const))(
  'what %s is told',
  (_, host) => {
    const eventOf = (kind: string) =>
      Object.keys(host.events).find((event) => host.events[event] === kind) ?? '';

    it('at a session’s start is not told again with the first prompt, and once a prompt means once', async () => {
      const project = await memoryProject();
      await project.data('remind', 'feed the tortoise');
      const told: string[] = [];
      for (const kind of ['session-start', 'prompt', 'prompt']) {
        const { env, clock, root: cwd } = project;
        const value = host.sample(eventOf(kind), cwd);
        const answer = await answerWherever({
          words: [host.name, eventOf(kind)],
          input: { state: 'read', value },
          cwd,
          env,
          clock,
        });
        const { systemMessage: _, message: __, ...forModel } = answer === '' ? {} : JSON.parse(answer);
        told.push(JSON.stringify(forModel));
      }
      expect(told.join('').split('feed the tortoise').length - 1).toBe(1);
    });
  },
);

it('asks Qwen Code’s model about the results of tools without telling it anything again', async () => {
  const project = await memoryProject();
  await project.data('remind', 'feed the tortoise');
  const { env, clock, root: cwd } = project;
  const value = {
    session_id: 'one',
    cwd,
    hook_event_name: 'UserPromptSubmit',
    prompt: '',
    prompt_id: 'x########0',
  };
  const words = ['qwen', 'UserPromptSubmit'];
  expect(await answerWherever({ words, input: { state: 'read', value }, cwd, env, clock })).toBe('');
});
