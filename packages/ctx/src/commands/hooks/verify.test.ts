// The registered commands are those of the built program, and verify really starts them.

import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, copyProgram, runNode } from '../../../test/built.js';
import { temporaryFolder, writeFiles } from '../../../test/folder.js';
import { type MemoryProject, memoryProject } from '../../../test/memory-project.js';
import { claudeCode } from '../../hosts/claude-code.js';
import { codex } from '../../hosts/codex.js';
import { trustHash, trustKeys } from '../../hosts/codex-trust.js';
import { installedHooks } from '../../hosts/settings/install.js';

const events = Object.keys(claudeCode.events);

interface Verified {
  readonly sound: boolean;
  readonly missing: readonly string[];
  /** Scope and event of each hook that something is wrong with, and what. */
  readonly wrong: Readonly<Record<string, readonly string[]>>;
}

async function verified(project: MemoryProject): Promise<Verified> {
  const data = await project.data('hooks', 'verify', '--exit-zero');
  const { sound, hooks, missing }: { sound: boolean; hooks: Hook[]; missing: Hook[] } = JSON.parse(
    JSON.stringify(data),
  );
  const wrong = hooks
    .filter(({ problems }) => problems.length > 0)
    .map(({ scope, event, problems }) => [`${scope} ${event}`, problems]);
  return { sound, missing: missing.map(({ event }) => event), wrong: Object.fromEntries(wrong) };
}

interface Hook {
  readonly scope: string;
  readonly event: string;
  readonly problems: string[];
}

async function installed(scope = 'local', host = 'claude-code'): Promise<MemoryProject> {
  const project = await memoryProject();
  await project.data('init', '--hooks', '--host', host, '--scope', scope);
  return project;
}

/** Changes the settings of the project as a text, all hooks of it. */
function change(project: MemoryProject, changed: (text: string) => string): void {
  const file = join(project.root, '.claude/settings.local.json');
  writeFileSync(file, changed(readFileSync(file, 'utf8')));
}

it('says that every hook works where the host would be answered', async () => {
  const project = await installed();
  expect(await verified(project)).toEqual({ sound: true, missing: [], wrong: {} });
  expect((await project.text('hooks', 'verify')).stdout).toContain('Every hook works.');
});

it.each([
  ['Bsh(git push *)', 'did you mean `Bash`?'],
  ['Bash(git', 'cannot be read'],
  ['Bash( git push *)', 'cannot be read'],
  ['Bash(git push *), Bash(git pull *)', 'cannot be read'],
  ['mcp__github', 'did you mean `mcp__github__*`?'],
])('is not sound in a project with the rule %s, whatever the hooks answer', async (rule, says) => {
  const project = await installed();
  project.write('config.yaml', `hooks:\n  deny: ["${rule}"]\n`);
  const { sound, rules } = await project.data('hooks', 'verify', '--exit-zero');
  expect([sound, rules]).toEqual([false, [expect.stringContaining(says)]]);
  const { exitCode, stdout, stderr } = await project.text('hooks', 'verify');
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining(says)]);
  expect(stderr).toContain('a rule of this project does not');
});

it('is not sound where the config denies every call because it cannot be used', async () => {
  const project = await installed();
  project.write('config.yaml', 'hooks:\n  deny: [{rule: "Bash(git clean *)", becuase: x}]\n');
  const { exitCode, stderr } = await project.text('hooks', 'verify');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('becuase')]);
  const { sound, rules } = await project.data('hooks', 'verify', '--exit-zero');
  expect([sound, rules]).toEqual([false, [expect.stringContaining('becuase')]]);
});

it('says that there is nothing to verify, which is not sound', async () => {
  const project = await memoryProject();
  expect(await verified(project)).toEqual({ sound: false, missing: [], wrong: {} });
  const { exitCode, stdout } = await project.text('hooks', 'verify');
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('No hooks of ctx are installed')]);
});

it('finds a hook that is registered in two scopes, until one of them is removed', async () => {
  const project = await installed();
  await project.data('init', '--hooks', '--host', 'claude-code', '--scope', 'user');
  const twice = ['user', 'local'].flatMap((scope) =>
    events.map((event): [string, string[]] => [`${scope} ${event}`, ['duplicate']]),
  );
  expect(await verified(project)).toEqual({ sound: false, missing: [], wrong: Object.fromEntries(twice) });
  expect((await project.text('hooks', 'list')).stdout).toContain('registered more than once');
  await project.data('hooks', 'remove', '--host', 'claude-code', '--scope', 'user');
  expect(await verified(project)).toMatchObject({ sound: true });
});

it.each([
  ['hooks:\n  deny: {}\n', 'hooks.deny must be a list (line 2)'],
  ['hooks:\n  deny: ["Bash(rm *"]\n', '`Bash(rm *` cannot be read'],
])('lists what is wrong with a config that denies tools by that: %j', async (config, problem) => {
  const project = await installed();
  expect(await project.data('hooks', 'list')).not.toHaveProperty('config_problem');
  project.write('config.yaml', config);
  expect((await project.data('hooks', 'list'))['config_problem']).toContain(problem);
  expect((await project.text('hooks', 'list')).stderr).toContain(problem);
});

it('finds a path that is gone, by a look and by starting it', async () => {
  const project = await installed();
  change(project, (text) => text.replaceAll('hook.cjs', 'gone.cjs'));
  const { sound, wrong } = await verified(project);
  expect(sound).toBe(false);
  expect(wrong).toEqual(
    Object.fromEntries(events.map((event) => [`local ${event}`, ['path_gone', 'another_line']])),
  );
  await project.data('init', '--hooks', '--host', 'claude-code', '--scope', 'local');
  expect(await verified(project)).toMatchObject({ sound: true });
});

it('finds a hook of another version, and does not run it', async () => {
  const project = await installed();
  change(project, (text) => text.replace(' Stop --ctx-layout 3', ' Stop --ctx-layout 0'));
  expect(await verified(project)).toEqual({
    sound: false,
    missing: [],
    wrong: { 'local Stop': ['another_version', 'another_line'] },
  });
  const { exitCode, stdout } = await project.text('hooks', 'verify');
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('installed by another version')]);
  expect(await project.error('hooks', 'verify')).toMatchObject({
    code: 'hooks_unsound',
    details: { sound: false },
  });
});

it('finds an install of ours whose program answers wrongly, in whichever way', async () => {
  const project = await memoryProject();
  const folder = join(temporaryFolder(), 'dist');
  copyProgram(folder);
  const call = (...words: string[]) =>
    runNode([join(folder, 'ctx.cjs'), ...words, '--output-format', 'json'], {
      cwd: project.root,
      env: project.env,
    });
  await call('init', '--hooks', '--host', 'claude-code', '--scope', 'local');
  const verdict = async () => JSON.parse((await call('hooks', 'verify', '--exit-zero')).stdout).data;
  expect((await verdict()).sound).toBe(true);
  for (const [how, code] of [
    ['prints something else', 'console.log("hello");'],
    ['prints nothing, although a reminder is due', ''],
    ['blocks every event', 'process.exit(2);'],
    ['answers, and not with what is due', 'console.log(JSON.stringify({ systemMessage: "all is well" }));'],
  ] as const) {
    writeFileSync(join(folder, 'hook.cjs'), code);
    const { sound, hooks } = await verdict();
    expect(sound, how).toBe(false);
    const { problems } = hooks.find(({ event }: Hook) => event === 'UserPromptSubmit');
    expect(problems, how).toEqual(['wrong_answer']);
  }
});

it('reports lines that somebody wrote or changed, and runs none of them', async () => {
  const project = await installed();
  const owned = (name: string) => join(project.root, `owned-${name}`);
  const planted: Readonly<Record<string, (line: string, owned: string) => string>> = {
    // In front of ours, behind a comment sign, with another program, without our mark.
    Stop: (line, file) => `touch ${file}; ${line}`,
    SessionEnd: (line, file) => `touch ${file} # ${line}`,
    PreCompact: (line, file) => line.replace(/\S+hook\.cjs/, `${file}.cjs`),
    SessionStart: (line, file) => `touch ${file} && ctx hook ${line.slice(-4)}`,
  };
  writeFileSync(
    `${owned('PreCompact')}.cjs`,
    `require('fs').writeFileSync(${JSON.stringify(owned('PreCompact'))}, '');`,
  );
  for (const [event, plant] of Object.entries(planted))
    change(project, (text) =>
      text.replace(new RegExp(`"command": (".*? ${event} --ctx-layout 3")`), (_, line: string) => {
        return `"command": ${JSON.stringify(plant(JSON.parse(line), owned(event)))}`;
      }),
    );
  const { sound, hooks, not_run }: { sound: boolean; hooks: Hook[]; not_run: Hook[] } = JSON.parse(
    JSON.stringify(await project.data('hooks', 'verify', '--exit-zero')),
  );
  expect(sound).toBe(false);
  for (const event of Object.keys(planted)) {
    expect(existsSync(owned(event)), event).toBe(false);
    const problems = hooks.find((hook) => hook.event === event)?.problems;
    if (problems === undefined) expect(not_run.map((hook) => hook.event)).toContain(event);
    else expect(problems, event).toContain('another_line');
  }
  // All others are as they were, and answer.
  expect(hooks.filter(({ event }) => !(event in planted)).flatMap(({ problems }) => problems)).toEqual([]);
});

it('gives the hooks that it runs nothing of the user’s environment, and no program of the project', async () => {
  const project = await installed('project');
  const owned = join(project.root, 'owned');
  const touch = `require('fs').writeFileSync(${JSON.stringify(owned)}, '')`;
  writeFiles(project.root, { 'evil.cjs': touch, 'bin/ctx-hook': `#!${process.execPath}\n${touch}\n` });
  chmodSync(join(project.root, 'bin/ctx-hook'), 0o755);
  const own = join(temporaryFolder(), 'bin');
  mkdirSync(own);
  symlinkSync(join(builtFolder(), 'hook.cjs'), join(own, 'ctx-hook'));
  symlinkSync(process.execPath, join(own, 'node'));
  project.env['PATH'] = [join(project.root, 'bin'), own, '/usr/bin', '/bin'].join(':');
  project.env['NODE_OPTIONS'] = `--require ${join(project.root, 'evil.cjs')}`;
  expect(await verified(project)).toEqual({ sound: true, missing: [], wrong: {} });
  expect(existsSync(owned)).toBe(false);
});

it('finds an event that has no hook any more', async () => {
  const project = await installed();
  change(project, (text) => {
    const settings = JSON.parse(text);
    delete settings.hooks.Stop;
    return JSON.stringify(settings);
  });
  expect(await verified(project)).toEqual({ sound: false, missing: ['Stop'], wrong: {} });
});

it('finds hooks that Codex has not been told to trust, and one that changed since', async () => {
  const project = await installed('user', 'codex');
  const untrusted = (names: readonly string[]) =>
    Object.fromEntries(names.map((event) => [`user ${event}`, ['untrusted']]));
  expect(await verified(project)).toEqual({
    sound: false,
    missing: [],
    wrong: untrusted(Object.keys(codex.events)),
  });
  const states = installedHooks(codex, join(project.home, '.codex/hooks.json')).map((hook) => {
    const hash = hook.event === 'Stop' ? 'sha256:of what it was before' : trustHash(hook);
    return `[hooks.state."${trustKeys(hook)[0]}"]\ntrusted_hash = "${hash}"\n`;
  });
  writeFileSync(join(project.home, '.codex/config.toml'), states.join('\n'));
  expect(await verified(project)).toEqual({ sound: false, missing: [], wrong: untrusted(['Stop']) });
  expect((await project.text('hooks', 'verify')).stdout).toContain('/hooks');
});
