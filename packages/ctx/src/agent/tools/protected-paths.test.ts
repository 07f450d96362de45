import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool } from '../../../test/called-tool.js';
import { temporaryFolder, writeFiles } from '../../../test/folder.js';
import { jsonOf, scriptedFolder } from '../../../test/scripted.js';
import { recordsOf } from '../../../test/session-files.js';
import { builtinTools } from './builtin.js';

const files = {
  '.context/config.yaml': 'hooks: {}\n',
  '.context/sessions/old.jsonl': '{}\n',
  '.git/config': '[core]\n',
  '.mcp.json': '{}\n',
  '.claude/settings.json': '{}\n',
};

function project(): string {
  const root = temporaryFolder(files);
  symlinkSync('.git', join(root, 'history'));
  symlinkSync('.mcp.json', join(root, 'servers.json'));
  symlinkSync('.context/sessions', join(root, 'logs'));
  mkdirSync(join(root, 'src'));
  return root;
}

describe('the file tools write to no protected path', () => {
  it.each([
    '.context/config.yaml',
    '.context/sessions/old.jsonl',
    '.context/sessions/new.jsonl',
    '.context/sessions/deep/below/new.jsonl',
    '.context/state/hooks.json',
    'src/../.git/config',
    './.git//hooks/pre-commit',
    '.git/hooks/pre-commit',
    '.GIT/config',
    '.mcp.json',
    '.claude/settings.json',
    '.claude/new/settings.json',
    '.codex/hooks.json',
    'history/config',
    'history/hooks/pre-commit',
    'servers.json',
    'logs/new.jsonl',
    'logs/deep/new.jsonl',
    'src/inner/.git/config',
  ])('%s', async (path) => {
    const root = project();
    const before = everythingIn(root);
    const written = await callTool(root, 'write', { path, content: 'mine' });
    expect(written).toMatchObject({
      is_error: true,
      denied: { rule: expect.stringContaining('protected: ') },
    });
    const edited = await callTool(root, 'edit', { path, old_string: '{}', new_string: '[]' });
    expect(edited.is_error).toBe(true);
    // Not even the folders on the way were made, but for those that lead to a project of its own.
    const made = everythingIn(root).filter((each) => !before.includes(each));
    expect(made.filter((each) => !['src/inner'].includes(each))).toEqual([]);
    for (const [name, content] of Object.entries(files))
      expect(readFileSync(join(root, name), 'utf8')).toBe(content);
  });

  it.each([
    ['.context', 'memory', 'memory/config.yaml'],
    ['.mcp.json', 'config/servers.json', 'config/servers.json'],
    ['.claude', 'dotfiles/claude', 'dotfiles/claude/settings.json'],
  ])('also where %s is a link to %s', async (name, target, path) => {
    const root = temporaryFolder({ 'keep.txt': '', [path]: '{}' });
    symlinkSync(target, join(root, name));
    symlinkSync('.cursor', join(root, '.cursor'));
    symlinkSync('later.json', join(root, 'opencode.json'));
    const later = await callTool(root, 'write', { path: 'later.json', content: 'mine' });
    expect(later.is_error).toBe(true);
    expect(await callTool(root, 'write', { path: 'free.txt', content: 'mine' })).toMatchObject({
      is_error: false,
    });
    const written = await callTool(root, 'write', { path, content: 'mine' });
    expect(written).toMatchObject({
      is_error: true,
      denied: { rule: expect.stringContaining('protected: ') },
    });
    expect(readFileSync(join(root, path), 'utf8')).toBe('{}');
  });

  it.each(['.githooks/pre-commit', 'team.gitconfig'])(
    'also where git’s settings name it: %s',
    async (path) => {
      const root = project();
      writeFiles(root, {
        '.git/config': '[include] path = ../team.gitconfig\n',
        'team.gitconfig': `[core]\n\thooksPath = "${root}/.githooks"\n`,
      });
      expect(await callTool(root, 'write', { path, content: 'mine' })).toMatchObject({
        denied: { rule: 'protected: what git runs or obeys' },
      });
      expect(await callTool(root, 'write', { path: 'src/a', content: 'mine' })).toMatchObject({
        is_error: false,
      });
    },
  );

  it('also where a hard link gives it another name', async () => {
    const root = project();
    linkSync(join(root, '.mcp.json'), join(root, 'harmless.json'));
    const written = await callTool(root, 'write', { path: 'harmless.json', content: 'mine' });
    expect(written.denied?.rule).toContain('protected: ');
    expect(readFileSync(join(root, '.mcp.json'), 'utf8')).toBe('{}\n');
  });

  it('and read them as before', async () => {
    expect(await callTool(project(), 'read', { path: '.git/config' })).toMatchObject({ is_error: false });
  });

  it('and write beside them as before', async () => {
    const root = project();
    for (const path of ['.gitignore', '.context/NOTES.md', 'src/git/config'])
      expect(await callTool(root, 'write', { path, content: 'x' })).toMatchObject({ is_error: false });
  });

  it('where the workspace is a part of the project, the project’s own are protected, too', async () => {
    const root = project();
    const tools = builtinTools(join(root, '.context/sessions'), {}, undefined, { project: root });
    const write = tools.find(({ name }) => name === 'write');
    const never = new AbortController().signal;
    const judge = () => ({ allowed: true }) as const;
    const outcome = await write?.run(
      { path: 'old.jsonl', content: '' },
      { signal: never, kill: never, judge, guarded: false },
    );
    expect(outcome?.denied?.rule).toBe('protected: .context/sessions');
  });
});

describe('a run', () => {
  const overwrite = (path: string) => ({ call: [{ tool: 'write', input: { path, content: '{}' } }] });

  it('keeps its own log from the model wherever it is', async () => {
    const cwd = scriptedFolder([overwrite('log.jsonl'), overwrite('log.jsonl.lock'), { say: 'No.' }]);
    const argv = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--out', 'log.jsonl'];
    const { exit_code } = await jsonOf(argv, { cwd });
    expect(exit_code).toBe(0);
    const denied = recordsOf(join(cwd, 'log.jsonl')).filter((record) => record.type === 'tool.returned');
    expect(denied.map((record) => record.denied?.rule)).toEqual(
      Array.from({ length: 2 }, () => 'protected: the log of this session'),
    );
  });

  it('may open single paths, and says so in its log', async () => {
    const config = {
      model: 'script:s.yaml',
      open_paths: ['.mcp.json'],
      runs: [{ run_id: 'r1', task: 'Go.' }],
    };
    const cwd = scriptedFolder([overwrite('.mcp.json'), overwrite('.git/config'), { say: 'Done.' }], {
      'c.yaml': JSON.stringify(config),
    });
    await jsonOf(['run', 'c.yaml', '--session-id', 's'], { cwd });
    expect(readFileSync(join(cwd, '.mcp.json'), 'utf8')).toBe('{}');
    const records = recordsOf(join(cwd, '.context/sessions/s.jsonl'));
    expect(records.find(({ type }) => type === 'run.opened')).toMatchObject({
      fence: { open_paths: ['.mcp.json'] },
      settings: { open_paths: ['.mcp.json'] },
    });
    expect(records.filter((record) => record.type === 'tool.returned')).toMatchObject([
      { is_error: false },
      { denied: { rule: 'protected: .git' } },
    ]);
  });

  it('refuses to open what is not in the table', async () => {
    const config = { model: 'script:s.yaml', open_paths: ['.'], runs: [{ run_id: 'r1', task: 'Go.' }] };
    const cwd = scriptedFolder([{ say: 'Done.' }], { 'c.yaml': JSON.stringify(config) });
    expect(await jsonOf(['run', 'c.yaml'], { cwd })).toMatchObject({ error: { code: 'document_invalid' } });
  });
});

function everythingIn(root: string, below = '.'): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    return entry.isDirectory() ? [path, ...everythingIn(root, path)] : [path];
  });
}
