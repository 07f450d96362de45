import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow } from '../clean-host/environment.js';
import {
  fire,
  type HostEvent,
  type InstalledHook,
  installedHooks,
  problemsOf,
  unreached,
} from '../clean-host/fake-host.js';
import { expectNone, expectThat } from '../clean-host/step.js';
import { type CtxStep, type CtxSubject, ctxData } from './subject.js';

/** Where `ctx init --hooks` registers itself for the user, below the home. */
export const settingsFiles = { 'claude-code': '.claude/settings.json', codex: '.codex/hooks.json' } as const;

export const hooksStep: CtxStep = {
  name: 'hooks',
  proves: '`ctx init --hooks` writes settings under the temporary home, and nowhere else',
  triage:
    'see what changed: a path that ignores HOME or XDG_*, or a hook that does not call the install; where bubblewrap does not work, also whether a coding agent or an editor was at work meanwhile',
  needs: ['install'],
  async run(subject) {
    const { project, places } = subject;
    const hosts = Object.keys(settingsFiles).join(',');
    await ctxData(subject, ['init', '--hooks', '--host', hosts], { cwd: project });
    const hooks = allHooks(subject);
    expectThat(hooks.length > 0, 'no hook was registered');
    expectNone([...hooks.flatMap((hook) => pathProblems(hook, subject)), ...subject.strayed()]);
    const events = [...new Set(hooks.map(({ event }) => event))].sort();
    return { settings: Object.values(settingsFiles).map((name) => join(places.home, name)), events };
  },
};

/** Of every host's settings file, which has to be there. */
export function allHooks({ places }: CtxSubject): InstalledHook[] {
  return Object.values(settingsFiles).flatMap((name) => {
    const file = join(places.home, name);
    expectThat(existsSync(file), `${file} was not written`);
    return installedHooks(file);
  });
}

/** A hook calls node and the installed program, by paths that are there. */
function pathProblems({ event, command }: InstalledHook, { places, checkout }: CtxSubject): string[] {
  const paths = command.match(/(?<![\w.~-])\/[^\s'"]+/g) ?? [];
  const programs = paths.filter((path) => /\.[cm]?js$|\/ctx$/.test(path));
  return [
    ...paths
      .filter((path) => isBelow(checkout, path) && !isBelow(places.root, path))
      .map((path) => `the hook of ${event} points into the checkout: ${path}`),
    ...programs
      .filter((path) => !isBelow(places.prefix, path) && !isBelow(checkout, path))
      .map((path) => `the hook of ${event} calls ${path}, which is not the install`),
    ...paths
      .filter((path) => !existsSync(path))
      .map((path) => `the hook of ${event} calls ${path}, which is not there`),
  ];
}

export const fakeHostStep: CtxStep = {
  name: 'fake-host',
  proves: 'every installed hook runs as a host would run it, and answers in the host’s form',
  triage:
    'run the hook’s command by hand with the event on stdin; `ctx hooks verify` and .context/state/hook-errors.log tell more',
  needs: ['hooks'],
  async run(subject) {
    const { project, env, signal, confinement } = subject;
    const transcript = join(project, 'transcript.jsonl');
    const runs = [];
    const hooks = allHooks(subject);
    for (const name of Object.values(settingsFiles)) {
      const installed = installedHooks(join(subject.places.home, name));
      const call = { cwd: project, env: { ...env, CLAUDE_PROJECT_DIR: project }, signal, confinement };
      const fired = await fire(installed, eventsFor(transcript), call);
      expectNone([...fired.flatMap(problemsOf), ...unreached(installed, fired)]);
      runs.push(...fired);
    }
    const errors = join(project, '.context', 'state', 'hook-errors.log');
    expectThat(
      !existsSync(errors),
      `a hook wrote an error of its own: ${existsSync(errors) ? readFileSync(errors, 'utf8') : ''}`,
    );
    return { hooks: hooks.length, runs: runs.length };
  },
};

/** Payloads that reach every matcher that ctx registers. */
function eventsFor(transcript: string): HostEvent[] {
  const common = { session_id: 'clean-host', transcript_path: transcript, permission_mode: 'default' };
  const tool = (name: string, input: object) => ({
    tool_name: name,
    tool_input: input,
    tool_use_id: 'toolu_1',
  });
  const tools: [string, object][] = [
    ['Bash', { command: 'git commit -m step' }],
    ['Edit', { file_path: 'app/main.py', old_string: 'a', new_string: 'b' }],
    ['Write', { file_path: 'notes.md', content: 'x' }],
    ['Read', { file_path: 'notes.md' }],
    ['shell', { command: ['ls'] }],
    ['apply_patch', { input: '*** Begin Patch' }],
  ];
  return [
    { event: 'SessionStart', subject: 'startup', payload: { ...common, source: 'startup' } },
    { event: 'UserPromptSubmit', subject: '', payload: { ...common, prompt: 'Go on.' } },
    ...tools.map(([name, input]) => ({
      event: 'PreToolUse',
      subject: name,
      payload: { ...common, ...tool(name, input) },
    })),
    ...tools.map(([name, input]) => ({
      event: 'PostToolUse',
      subject: name,
      payload: { ...common, ...tool(name, input), tool_response: { stdout: '' } },
    })),
    {
      event: 'PostToolUseFailure',
      subject: 'Bash',
      payload: { ...common, ...tool('Bash', { command: 'false' }), error: 'exit code 1' },
    },
    {
      event: 'PermissionRequest',
      subject: 'Bash',
      payload: { ...common, ...tool('Bash', { command: 'ls' }) },
    },
    {
      event: 'SubagentStart',
      subject: 'Explore',
      payload: { ...common, agent_id: 'a1', agent_type: 'Explore' },
    },
    {
      event: 'SubagentStop',
      subject: 'Explore',
      payload: { ...common, agent_id: 'a1', agent_type: 'Explore', stop_hook_active: false },
    },
    { event: 'PreCompact', subject: 'auto', payload: { ...common, trigger: 'auto' } },
    {
      event: 'Stop',
      subject: '',
      payload: { ...common, stop_hook_active: false, last_assistant_message: 'Done.' },
    },
    { event: 'SessionEnd', subject: 'other', payload: { ...common, reason: 'other' } },
  ];
}
