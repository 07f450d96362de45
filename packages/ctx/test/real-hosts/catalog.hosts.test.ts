// Entries of the catalog in Claude Code itself: it lists them once they are installed, and no longer when they are taken out.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.js';
import { claudeCodeProject } from './claude-code-project.js';
import type { HostProject } from './host-project.js';
import { type HostPrograms, hostPrograms } from './hosts-on-disk.js';
import { scriptedModelServer } from './scripted-model-server.js';

const prompt = 'Please say hello to the tortoise';
const mine = '{\n  "mcpServers": {}\n}\n';

let programs: HostPrograms;
beforeAll(async () => {
  programs = await hostPrograms();
}, 300_000);

/** What Claude Code says that it has, in the first line that it prints. */
async function listed(
  project: HostProject,
): Promise<{ skills: string[]; agents: string[]; servers: string[] }> {
  const words = ['-p', prompt, '--output-format', 'stream-json', '--verbose'];
  const { stdout, exitCode } = await project.run(programs.claude, words);
  expect(exitCode).toBe(0);
  const first = stdout.split('\n').find((line) => line.includes('"subtype":"init"')) ?? '{}';
  const { skills, agents, mcp_servers } = JSON.parse(first);
  return { skills, agents, servers: mcp_servers.map(({ name }: { name: string }) => name) };
}

it.each(['project', 'user'])(
  'are listed by Claude Code after an install for the %s, and gone after an uninstall',
  async (scope) => {
    const server = await scriptedModelServer(prompt, [], 'Hello.');
    const project = await claudeCodeProject(server.url);
    // The server's package is not fetched: what counts here is that the host knows of it.
    Object.assign(project.env, { npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:9/' });
    const source = temporaryFolder({
      LICENSE: 'Do as you like.\n',
      'skills/tortoise/SKILL.md': '---\nname: tortoise\ndescription: Feeds tortoises.\n---\nUse lettuce.\n',
      'agents/keeper.md': '---\nname: keeper\ndescription: Keeps tortoises.\n---\nKeep them.\n',
    });
    writeFileSync(join(project.root, '.mcp.json'), mine);
    await project.ctx('catalog', 'import', source, '--name', 'zoo');
    const ids = ['tortoise', 'keeper', 'mcp:microsoft/playwright-mcp'];
    for (const id of ids)
      expect(
        await project.ctx('catalog', 'install', id, '--host', 'claude-code', '--scope', scope, '--yes'),
      ).toMatchObject({ exitCode: 0 });
    const here = await listed(project);
    expect(here.skills).toContain('tortoise');
    expect(here.agents).toContain('keeper');
    expect(here.servers).toContain('playwright-mcp');
    for (const id of ids)
      expect(await project.ctx('catalog', 'uninstall', id)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(project.root, '.mcp.json'), 'utf8')).toBe(mine);
    expect(existsSync(join(project.root, '.claude'))).toBe(false);
    const gone = await listed(project);
    expect(gone.skills).not.toContain('tortoise');
    expect(gone.agents).not.toContain('keeper');
    expect(gone.servers).not.toContain('playwright-mcp');
  },
);

it('a captured session of Claude Code says which skill was used, and unload names the other', async () => {
  const server = await scriptedModelServer(prompt, [{ name: 'Skill', input: { skill: 'tortoise' } }], 'Fed.');
  const project = await claudeCodeProject(server.url);
  expect(await project.ctx('init', '--hooks', '--host', 'claude-code')).toMatchObject({ exitCode: 0 });
  const skill = (name: string) =>
    `---\nname: ${name}\ndescription: Feeds a ${name}.\nlicense: MIT\n---\nFeed it.\n`;
  const source = temporaryFolder({
    'skills/tortoise/SKILL.md': skill('tortoise'),
    'skills/hare/SKILL.md': skill('hare'),
  });
  await project.ctx('catalog', 'import', source, '--name', 'zoo');
  for (const name of ['tortoise', 'hare'])
    expect(await project.ctx('catalog', 'install', name, '--host', 'claude-code', '--yes')).toMatchObject({
      exitCode: 0,
    });
  await project.run(programs.claude, ['-p', prompt, '--allowedTools', 'Skill']);
  const { stdout } = await project.ctx('catalog', 'unload', '--json');
  expect(JSON.parse(stdout).data).toMatchObject({
    project_sessions: 1,
    agents: ['claude-code'],
    used: 1,
    unused: [{ kind: 'skill', name: 'hare', context_tokens: { basis: 'measured' } }],
  });
});
