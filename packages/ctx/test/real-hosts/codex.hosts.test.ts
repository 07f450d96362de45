// Codex itself, against a scripted model on loopback: trust, what reaches the model, what reaches the person.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { codex } from '../../src/hosts/codex.js';
import { trustHash, trustKeys } from '../../src/hosts/codex-trust.js';
import { installedHooks } from '../../src/hosts/settings/install.js';
import { trustHooks } from './codex-trusted.js';
import { type HostProject, hostProject } from './host-project.js';
import { type HostPrograms, hostPrograms } from './hosts-on-disk.js';
import { scriptedModelServer } from './scripted-model-server.js';

const prompt = 'Please say hello to the tortoise';
const reminder = 'feed the tortoise before noon';
const allowed = { name: 'exec_command', input: { cmd: 'touch allowed.txt' } };
const denied = { name: 'exec_command', input: { cmd: 'touch denied.txt' } };
const unattended = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];

let programs: HostPrograms;
beforeAll(async () => {
  programs = await hostPrograms();
}, 300_000);

async function codexProject(url: string): Promise<HostProject> {
  const project = await hostProject();
  project.env['NOBODYS_KEY'] = 'sk-nobody';
  await project.ctx('remind', reminder);
  expect(await project.ctx('init', '--hooks', '--host', 'codex')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('/hooks'),
  });
  writeFileSync(
    join(project.home, '.codex/config.toml'),
    `model = "gpt-5"
model_provider = "script"

[model_providers.script]
name = "script"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "NOBODYS_KEY"

[projects."${project.root}"]
trust_level = "trusted"
`,
  );
  return project;
}

describe('Codex with the hooks of ctx', () => {
  it('skips them until they are trusted, which verify says', async () => {
    const server = await scriptedModelServer(prompt, [], 'It is fed.');
    const project = await codexProject(server.url);
    expect((await project.ctx('hooks', 'verify')).stdout).toContain('not trusted');
    const { stdout } = await project.run(programs.codex, ['exec', '--json', ...unattended, prompt]);
    expect(stdout).toContain('It is fed.');
    expect(project.hooksStarted()).toEqual([]);
    expect(server.requests()[0]).not.toContain(reminder);
    trustHooks(project);
    expect((await project.ctx('hooks', 'verify')).stdout).toContain('Every hook works.');
  });

  it('tells the model, starts one process an event, and does not run what the project denies', async () => {
    const server = await scriptedModelServer(prompt, [denied, allowed], 'It is fed.');
    const project = await codexProject(server.url);
    trustHooks(project);
    writeFileSync(
      join(project.root, '.context/config.yaml'),
      'hooks:\n  deny:\n    - rule: "Bash(touch denied*)"\n      because: tortoises do not like denied files\n',
    );
    const { stdout } = await project.run(programs.codex, ['exec', '--json', ...unattended, prompt]);
    expect(stdout).toContain('It is fed.');
    const [first = '', second = '', third = ''] = server.requests();
    expect(first).toContain(reminder);
    expect(second).toContain('tortoises do not like denied files');
    expect(third).not.toBe('');
    expect([project.has('denied.txt'), project.has('allowed.txt')]).toEqual([false, true]);
    expect(project.hooksStarted()).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PreToolUse',
      'PostToolUse',
      'Stop',
      'SessionEnd',
    ]);
    expect(project.has('.context/state/hook-errors.log')).toBe(false);
    const index = readFileSync(join(project.root, '.context/state/transcripts.jsonl'), 'utf8');
    expect(JSON.parse(index)).toMatchObject({ host: 'codex', prompts: [prompt] });
  });

  it('knows each hook by the hash that we compute, and shows the person what it says', async () => {
    const server = await scriptedModelServer(prompt, [], 'It is fed. All tests pass.');
    const project = await codexProject(server.url);
    trustHooks(project);
    writeFileSync(join(project.root, '.context/config.yaml'), 'hooks:\n  claims: true\n');
    const conversation = talkTo(project);
    await conversation.ask('initialize', { clientInfo: { name: 'test', version: '1' } });
    const { data } = await conversation.ask('hooks/list', { cwds: [project.root] });
    const own = installedHooks(codex, join(project.home, '.codex/hooks.json'));
    const known = data[0].hooks.map(({ key, currentHash, trustStatus }: Record<string, string>) => [
      key,
      currentHash,
      trustStatus,
    ]);
    expect(known.toSorted()).toEqual(
      own.map((hook) => [trustKeys(hook)[0], trustHash(hook), 'trusted']).toSorted(),
    );

    const { thread } = await conversation.ask('thread/start', { cwd: project.root, approvalPolicy: 'never' });
    await conversation.ask('turn/start', { threadId: thread.id, input: [{ type: 'text', text: prompt }] });
    const shownAt = (event: string) =>
      conversation.until((message) => {
        const { run } = message.params ?? {};
        return message.method === 'hook/completed' && run?.eventName === event ? run.entries : undefined;
      });
    // The model hears of it when the session starts, and not again with the prompt; the person sees it then.
    expect(await shownAt('sessionStart')).toContainEqual({
      kind: 'context',
      text: expect.stringContaining(reminder),
    });
    expect(await shownAt('userPromptSubmit')).toEqual([
      { kind: 'warning', text: `ctx: reminders are due (1): ${reminder}` },
    ]);
    expect(await shownAt('stop')).toContainEqual({
      kind: 'warning',
      text: expect.stringContaining('“All tests pass.” (the log shows no test command)'),
    });
  });
});

/** Codex's own protocol for the programs around it: what its screen shows comes from here. */
function talkTo(project: HostProject) {
  const child = project.start(programs.codex, ['app-server']);
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('codex has no pipes');
  const heard: Message[] = [];
  const listeners = new Set<(message: Message) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    const message: Message = JSON.parse(line);
    heard.push(message);
    for (const listener of listeners) listener(message);
  });
  let id = 0;
  function until<T>(wanted: (message: Message) => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = (message: Message) => {
        const found = wanted(message);
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      for (const message of heard) look(message);
    });
  }
  return {
    until,
    ask(method: string, params: object) {
      const own = ++id;
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params })}\n`);
      return until((message) => (message.id === own ? (message.result ?? {}) : undefined));
    },
  };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a foreign protocol, of which the test looks at a few fields.
  readonly result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  readonly params?: any;
}
