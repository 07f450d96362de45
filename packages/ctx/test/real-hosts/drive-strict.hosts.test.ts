// Agents whose own settings allow more than the policy does: ctx decides all the same, also where nothing may be done unasked.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startModelServer } from '../../src/live/model-server.js';
import { addToSettings } from '../../src/live/settings-file.js';
import { readWhole } from '../../src/session/read-whole.js';
import { hosts, modelOf, type Project, verified, withHosts } from './driven-hosts.js';

withHosts();

const byName = hosts.map((host) => [host.name, host] as const);

const codex = hostCalled('codex');

function hostCalled(wanted: string) {
  const found = hosts.find(({ name }) => name === wanted);
  if (found === undefined) throw new TypeError(`${wanted} is one of the hosts`);
  return found;
}

/** What somebody has who once told the agent not to ask about `touch` again. */
const allowing: Readonly<Record<string, (home: string, root: string) => void>> = {
  'claude-code': (home) =>
    addToSettings(join(home, '.claude/settings.json'), { permissions: { allow: ['Bash(touch *)'] } }),
  codex: (home) =>
    write(home, '.codex/rules/default.rules', 'prefix_rule(pattern=["touch"], decision="allow")\n'),
  gemini(home) {
    addToSettings(join(home, '.gemini/settings.json'), { tools: { allowed: ['run_shell_command'] } });
    const rule = ['[[rule]]', 'toolName = "run_shell_command"', 'decision = "allow"', 'priority = 999'];
    write(home, '.gemini/policies/mine.toml', `${rule.join('\n')}\n`);
  },
  copilot(home, root) {
    const commands = { kind: 'commands', commandIdentifiers: ['touch'] };
    const locations = { [root]: { tool_approvals: [commands, { kind: 'write' }] } };
    write(home, '.copilot/permissions-config.json', JSON.stringify({ locations }));
  },
  qwen: (home) =>
    addToSettings(join(home, '.qwen/settings.json'), {
      permissions: { allow: ['Bash(touch *)', 'run_shell_command(touch *)'] },
      tools: { allowed: ['run_shell_command'] },
    }),
  opencode: (home) =>
    addToSettings(join(home, '.config/opencode/opencode.json'), {
      permission: { bash: { 'touch *': 'allow' } },
    }),
};

function write(home: string, file: string, text: string): void {
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, file), text);
}

function recordsOf(project: Project) {
  return readWhole(join(project.root, '.context/sessions/s.jsonl')).records;
}

it.each(byName)('lets nothing past the policy that the settings of %s allow', async (name, host) => {
  const { url } = await modelOf([host.shell('touch denied.txt'), host.shell('touch let.txt')]);
  const project = host.project(url);
  allowing[name]?.(project.env['HOME'] ?? '', project.root);
  const answer = await project.run({ strict: true, policy: { deny: ['bash(touch denied*)'] } });
  expect(existsSync(join(project.root, 'denied.txt'))).toBe(false);
  const wired = recordsOf(project).filter(({ type }) => type === 'tool.denied' || type === 'tool.requested');
  expect(answer).toMatchObject({ exit_code: 0, data: { totals: { tool_calls: 1 } } });
  expect(JSON.stringify(answer)).not.toContain('without asking;');
  expect(existsSync(join(project.root, 'let.txt'))).toBe(true);
  expect(wired[0]).toMatchObject({ type: 'tool.denied', rule: 'bash(touch denied*)' });
  await verified(project);
});

it.each(byName)('counts each call of %s once, whoever is asked about it', async (name, host) => {
  const { url } = await modelOf([
    host.shell('touch one.txt'),
    host.shell('cd . && echo \'it is\' > "two.txt"; ls'),
  ]);
  const project = host.project(url);
  allowing[name]?.(project.env['HOME'] ?? '', project.root);
  expect(await project.run({ strict: true })).toMatchObject({
    exit_code: 0,
    data: { totals: { tool_calls: 2 } },
  });
  const decided = recordsOf(project).flatMap((one) =>
    one.type === 'tool.requested' && one.derived === undefined ? [one] : [],
  );
  expect(decided).toHaveLength(2);
  for (const one of decided) expect(one.enforcement).toMatch(/^(?:asked|hook)$/);
  await verified(project);
});

it('starts a strict Codex without what nobody could be asked about', async () => {
  const offered = new Map<string, readonly string[]>();
  let requests = '';
  const server = await startModelServer(({ tools }, request) => {
    for (const { name, takes } of tools) offered.set(name, takes);
    requests += request;
    return { text: 'It is fed.' };
  });
  onTestFinished(() => server.close());
  const strict = codex.project(server.url);
  expect(await strict.run({ strict: true })).toMatchObject({ exit_code: 0 });
  // No command has a terminal then, and so none reads what is typed later.
  expect(offered.get('exec_command')).not.toContain('tty');
  expect(requests).not.toContain('"web_search"');
  expect(recordsOf(strict).find(({ type }) => type === 'run.opened')).toMatchObject({
    fence: {
      enforcement: [
        { tool: 'exec_command', by: 'hook' },
        { tool: 'file_change', by: 'hook' },
        { tool: 'mcp__*', by: 'asked' },
        { tool: '*', by: 'hook' },
      ],
    },
  });
  await codex.project(server.url).run({});
  expect(offered.get('exec_command')).toContain('tty');
  expect(requests).toContain('"web_search"');
});

it('decides by its own hook what Codex would look at unasked, and knows what came of it', async () => {
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const looks = ['plain.png', 'secret.png'].map((path) => ({ name: 'view_image', input: { path } }));
  const { url } = await modelOf(looks);
  const project = codex.project(url);
  for (const { input } of looks)
    writeFileSync(join(project.root, input.path), Buffer.from(picture, 'base64'));
  expect(await project.run({ strict: true, policy: { deny: ['read(secret*)'] } })).toMatchObject({
    exit_code: 0,
    data: { totals: { tool_calls: 1 } },
  });
  const wired = recordsOf(project).filter((one) => one.type.startsWith('tool.') && !('derived' in one));
  expect(wired.slice(0, 3)).toMatchObject([
    { type: 'tool.requested', tool: 'view_image', input: { path: 'plain.png' }, enforcement: 'hook' },
    { type: 'tool.returned', call_id: 'call_1', is_error: false },
    { type: 'tool.denied', tool: 'view_image', rule: 'read(secret*)' },
  ]);
  await verified(project);
});
