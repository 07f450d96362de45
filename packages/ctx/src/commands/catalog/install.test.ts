import { appendFileSync, chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogCalls } from '../../../test/catalog-call.js';
import { jsonLines, smallEntry } from '../../../test/catalog-files.js';
import { temporaryFolder, writeFiles } from '../../../test/folder.js';
import { git } from '../../../test/git.js';
import { runCtx } from '../../../test/in-process.js';
import { agentText, installable, skillText } from '../../../test/installable.js';
import { jsonOf } from '../../../test/scripted.js';
import { oddSettings } from '../../hosts/settings/odd-settings.fixture.js';

const playwright = 'mcp:microsoft/playwright-mcp';
const context7 = 'mcp:upstash/context7';

describe('ctx catalog install', () => {
  it('copies a skill with its licence and where it comes from, and uninstall leaves no trace', async () => {
    const { json, cwd, source, tree } = await installable();
    chmodSync(join(source, 'skills/tortoise/scripts/feed.sh'), 0o755);
    const before = tree();
    const { data } = await json('catalog', 'install', 'skill:zoo/tortoise', '--yes');
    const folder = join(cwd, '.claude/skills/tortoise');
    expect(data).toMatchObject({
      where: folder,
      change: 'installed',
      licence: 'see LICENSE',
      files: ['SKILL.md', 'scripts/feed.sh', 'LICENSE', 'ctx-source.json'],
    });
    const there = tree();
    expect(there['project/.claude/skills/tortoise/SKILL.md']).toBe(skillText);
    expect(there['project/.claude/skills/tortoise/scripts/feed.sh']).toBe('#!/bin/sh\n (can be run)');
    expect(there['project/.claude/skills/tortoise/LICENSE']).toBe('Do as you like.\n');
    expect(JSON.parse(readFileSync(join(folder, 'ctx-source.json'), 'utf8'))).toMatchObject({
      id: 'skill:zoo/tortoise',
      source: join(source, 'skills/tortoise/SKILL.md'),
      licence: 'see LICENSE',
      files: { 'SKILL.md': expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    });
    expect((await json('catalog', 'install', 'tortoise', '--yes')).data).toMatchObject({
      change: 'unchanged',
    });
    expect((await json('catalog', 'uninstall', 'skill:zoo/tortoise')).data).toMatchObject({
      removed: [{ id: 'skill:zoo/tortoise', host: 'claude-code', scope: 'project', where: folder }],
    });
    expect(tree()).toEqual(before);
  });

  it('puts an agent into a folder of its own, for the user', async () => {
    const { json, tree } = await installable();
    const before = tree();
    await json('catalog', 'install', 'agent:zoo/keeper', '--scope', 'user', '--yes');
    expect(tree()).toMatchObject({
      'home/.claude/agents/keeper/keeper.md': agentText,
      'home/.claude/agents/keeper/LICENSE': 'Do as you like.\n',
    });
    expect((await json('recommend', 'tortoises')).data?.['already_installed']).toEqual([
      expect.objectContaining({ id: 'agent:zoo/keeper' }),
    ]);
    await json('catalog', 'uninstall', 'keeper');
    expect(tree()).toEqual(before);
  });

  it.each(Object.entries(oddSettings))('gives settings their own bytes back: %s', async (_, settings) => {
    const { json, cwd } = catalogCalls({ '.git/HEAD': '', '.mcp.json': settings });
    const file = join(cwd, '.mcp.json');
    const installed = await json('catalog', 'install', playwright, '--host', 'claude-code', '--yes');
    expect(installed).toMatchObject({ exit_code: 0, data: { change: 'installed' } });
    const { mcpServers, ...others } = JSON.parse(readFileSync(file, 'utf8').replace('\ufeff', ''));
    expect(mcpServers).toEqual({ 'playwright-mcp': { command: 'npx', args: ['-y', '@playwright/mcp'] } });
    expect(others).toEqual(JSON.parse(settings.replace('\ufeff', '').trim() || '{}'));
    await json('catalog', 'install', context7, '--host', 'claude-code', '--yes');
    await json('catalog', 'uninstall', playwright);
    expect(JSON.parse(readFileSync(file, 'utf8').replace('\ufeff', ''))).toMatchObject({
      mcpServers: { context7: {} },
    });
    await json('catalog', 'uninstall', context7);
    expect(readFileSync(file, 'utf8')).toBe(settings);
  });

  it('removes settings that it made, and takes out only its own where somebody else wrote since', async () => {
    const { json, cwd, tree } = await installable();
    const before = tree();
    await json('catalog', 'install', playwright, '--yes');
    await json('catalog', 'uninstall', playwright);
    expect(tree()).toEqual(before);
    await json('catalog', 'install', playwright, '--yes');
    const file = join(cwd, '.mcp.json');
    const mine = '"mine": { "command": "true" }';
    writeFileSync(file, readFileSync(file, 'utf8').replace('"mcpServers": {', `"mcpServers": { ${mine},`));
    await json('catalog', 'uninstall', playwright);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { mine: { command: 'true' } } });
  });

  it('leaves no folder that it made, in whatever order things go', async () => {
    const { json, tree } = await installable();
    const before = tree();
    const ids = ['tortoise', 'keeper', playwright];
    for (const order of [ids, ids.toReversed()]) {
      for (const id of ids) await json('catalog', 'install', id, '--host', 'claude-code', '--yes');
      await json('catalog', 'install', 'tortoise', '--host', 'gemini', '--yes');
      await json('catalog', 'install', playwright, '--host', 'gemini', '--yes');
      for (const id of order) expect((await json('catalog', 'uninstall', id)).exit_code).toBe(0);
      expect(tree()).toEqual(before);
    }
  });

  it('writes each host’s own settings', async () => {
    const { json, cwd, home, data, tree } = await installable();
    const before = tree();
    const there = (host: string, scope: string, file: string) => {
      return json('catalog', 'install', playwright, '--yes', '--host', host, '--scope', scope).then(() =>
        JSON.parse(readFileSync(file, 'utf8')),
      );
    };
    const command = { command: 'npx', args: ['-y', '@playwright/mcp'] };
    for (const [host, scope, file, member, value] of [
      ['claude-code', 'user', join(home, '.claude.json'), 'mcpServers', command],
      ['gemini', 'project', join(cwd, '.gemini/settings.json'), 'mcpServers', command],
      ['qwen', 'user', join(home, '.qwen/settings.json'), 'mcpServers', command],
      ['cursor', 'project', join(cwd, '.cursor/mcp.json'), 'mcpServers', command],
      [
        'copilot',
        'user',
        join(home, '.copilot/mcp-config.json'),
        'mcpServers',
        { type: 'local', ...command },
      ],
      ['opencode', 'project', join(cwd, 'opencode.json'), 'mcp', { type: 'local', enabled: true }],
    ] as const)
      expect(await there(host, scope, file)).toMatchObject({ [member]: { 'playwright-mcp': value } });
    const { stderr } = await runCtx(['catalog', 'install', playwright, '--host', 'codex', '--yes'], {
      cwd,
      env: { HOME: home, XDG_DATA_HOME: data },
    });
    expect(stderr).toContain('`codex mcp add playwright-mcp -- npx -y @playwright/mcp`');
    expect((await json('catalog', 'install', playwright, '--host', 'copilot', '--yes')).error).toMatchObject({
      code: 'host_scope_missing',
    });
    expect((await json('catalog', 'uninstall', playwright)).data?.['removed']).toHaveLength(6);
    expect(tree()).toEqual(before);
  });

  it('asks first, and refuses where nobody can be asked or an agent asks for itself', async () => {
    const { json, tree, cwd, home, data } = await installable();
    const before = tree();
    for (const id of ['skill:zoo/tortoise', playwright]) {
      expect((await json('catalog', 'install', id)).error).toMatchObject({
        code: 'install_untrusted',
        kind: 'policy',
        hint: expect.stringContaining('--yes'),
      });
      const { stderr, exitCode } = await runCtx(['catalog', 'install', id, '--yes'], {
        cwd,
        env: { HOME: home, XDG_DATA_HOME: data, CTX_TOOL_CALL: '1' },
      });
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('An agent cannot install for you')]);
      expect((await json('catalog', 'install', id, '--dry-run')).data).toMatchObject({ dry_run: true });
    }
    expect(tree()).toEqual(before);
  });

  it('does not throw away what was changed since, unless told to', async () => {
    const { json, cwd, tree } = await installable();
    const before = tree();
    await json('catalog', 'install', 'tortoise', '--yes');
    await json('catalog', 'install', playwright, '--yes');
    appendFileSync(join(cwd, '.claude/skills/tortoise/SKILL.md'), 'And carrots.\n');
    const settings = join(cwd, '.mcp.json');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('"-y",', '"-y", "--quiet",'));
    for (const id of ['tortoise', playwright]) {
      expect((await json('catalog', 'uninstall', id)).error).toMatchObject({
        code: 'catalog_install_changed',
      });
      expect(await json('catalog', 'uninstall', id, '--force')).toMatchObject({ exit_code: 0 });
    }
    rmSync(settings);
    expect(tree()).toEqual(before);
  });

  it('touches nothing that was there before under the same name', async () => {
    const { json, tree } = await installable({
      '.claude/skills/tortoise/SKILL.md': 'mine',
      '.mcp.json': '{"mcpServers":{"playwright-mcp":{"command":"mine"}}}',
    });
    const before = tree();
    for (const id of ['tortoise', playwright])
      expect((await json('catalog', 'install', id, '--yes')).error).toMatchObject({
        code: 'catalog_place_taken',
      });
    expect((await json('catalog', 'uninstall', 'tortoise')).error).toMatchObject({
      code: 'catalog_not_installed',
    });
    expect(tree()).toEqual(before);
  });

  it('says where settings do not parse, and leaves them', async () => {
    const { json, tree } = await installable({ '.mcp.json': '{\n  "mcpServers": {},\n  // mine\n}\n' });
    const before = tree();
    expect((await json('catalog', 'install', playwright, '--yes')).error).toMatchObject({
      code: 'settings_malformed',
      message: expect.stringContaining('line 3, column 3'),
    });
    expect(tree()).toEqual(before);
    const list = await installable({ '.mcp.json': '{"mcpServers": []}' });
    expect((await list.json('catalog', 'install', playwright, '--yes')).error).toMatchObject({
      code: 'settings_misshapen',
    });
  });

  it('refuses what has no licence, unless told that it may be used', async () => {
    const { json, source } = await installable();
    rmSync(join(source, 'LICENSE'));
    expect((await json('catalog', 'install', 'tortoise', '--yes')).error).toMatchObject({
      code: 'catalog_licence_missing',
      hint: expect.stringContaining('--without-licence'),
    });
    const { data } = await json('catalog', 'install', 'tortoise', '--yes', '--without-licence');
    expect(data).toMatchObject({ change: 'installed', licence: null });
  });

  it('says that a source is gone, and takes a copy of it', async () => {
    const { json, source, cwd } = await installable();
    const copy = join(temporaryFolder(), 'copy');
    cpSync(source, copy, { recursive: true });
    rmSync(source, { recursive: true });
    expect((await json('catalog', 'install', 'tortoise', '--yes')).error).toMatchObject({
      code: 'catalog_source_gone',
      message: expect.stringContaining('it is not there'),
      hint: expect.stringContaining('--from PATH'),
    });
    await json('catalog', 'install', 'tortoise', '--yes', '--from', join(copy, 'skills'));
    await json('catalog', 'install', 'keeper', '--yes', '--from', join(copy, 'agents/keeper.md'));
    expect(existsSync(join(cwd, '.claude/skills/tortoise/SKILL.md'))).toBe(true);
    expect(existsSync(join(cwd, '.claude/agents/keeper/keeper.md'))).toBe(true);
  });

  it('takes a skill from the git repository that its source names, at a commit that it notes', async () => {
    const { json, cwd, home, data: catalog, source } = await installable();
    rmSync(join(source, '.git'), { recursive: true });
    git(source, 'init', '--quiet');
    git(source, 'add', '-A');
    git(source, 'commit', '--quiet', '-m', 'one');
    writeFiles(home, {
      '.gitconfig': `[url "file://${source}"]\n\tinsteadOf = https://github.com/zoo/skills\n[safe]\n\tdirectory = *\n`,
    });
    const pages = [
      smallEntry('skill:far/tortoise', { source: 'https://github.com/zoo/skills/tree/main/skills/tortoise' }),
      smallEntry('agent:far/keeper', { source: 'https://github.com/zoo/skills/blob/main/agents/keeper.md' }),
      smallEntry('skill:far/gone', { source: 'https://github.com/zoo/skills/tree/main/skills/gone' }),
      smallEntry('skill:far/page', { source: 'https://example.com/a-page' }),
    ];
    writeFiles(cwd, { 'far.jsonl': jsonLines(pages) });
    await json('catalog', 'import', 'far.jsonl');
    const withoutGit = { cwd, env: { HOME: home, XDG_DATA_HOME: catalog, PATH: '/nowhere' } };
    expect(
      (await jsonOf(['catalog', 'install', 'skill:far/tortoise', '--yes'], withoutGit)).error,
    ).toMatchObject({
      code: 'git_not_installed',
      message: 'git is not installed, and ctx needs it to install skill:far/tortoise.',
    });
    const { data } = await json('catalog', 'install', 'skill:far/tortoise', '--yes');
    expect(data).toMatchObject({ commit: git(source, 'rev-parse', 'HEAD').trim(), licence: 'see LICENSE' });
    expect(readFileSync(join(cwd, '.claude/skills/tortoise/SKILL.md'), 'utf8')).toBe(skillText);
    expect((await json('catalog', 'install', 'agent:far/keeper', '--yes')).exit_code).toBe(0);
    for (const id of ['skill:far/gone', 'skill:far/page'])
      expect((await json('catalog', 'install', id, '--yes')).error).toMatchObject({
        code: 'catalog_source_gone',
      });
  });
});
