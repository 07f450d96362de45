import { describe, expect, it } from 'vitest';
import { protectedBy } from './protected-paths.js';

describe('a protected path', () => {
  it.each([
    '.context/sessions',
    '.context/sessions/new.jsonl',
    '.context/state/hooks.json',
    '.context/config.yaml',
    '.git',
    '.git/hooks/pre-commit',
    '.mcp.json',
    '.claude/settings.json',
    '.codex/hooks.json',
    '.qwen/settings.json',
    '.copilot/hooks/x.json',
    '.github/hooks/x.json',
    '.idea/workspace.xml',
    '.devcontainer/devcontainer.json',
    '.devcontainer.json',
    '.nvim.lua',
    '.envrc',
    '.windsurf/mcp_config.json',
    '.kiro/hooks/x.kiro.hook',
    '.roo/mcp.json',
    '.continue/mcpServers/x.yaml',
    '.aider.conf.yml',
    '.clinerules',
    '.github/copilot/settings.json',
    '.husky/pre-commit',
    '.helix/languages.toml',
    'project.code-workspace',
    'docs/.code-workspace',
    'A.Code-Workspace',
    'packages/inner/.git/config',
    '.GIT/config',
    '.Context/Sessions/s.jsonl',
    '.g\u200cit/config',
    '.git./config',
    '.git::$INDEX_ALLOCATION/config',
    '.git. :$DATA/config',
    'GIT~1/config',
  ])('%j is refused', (path) => {
    expect(protectedBy(path)).toMatchObject({ rule: expect.stringContaining('protected: ') });
  });

  it.each([
    'README.md',
    '.gitignore',
    '.github/workflows/ci.yml',
    '.context/TASKS.md',
    'AGENTS.md',
    'CLAUDE.md',
    'package.json',
    '.context/sessions.md',
    'src/git/config',
    'claude/settings.json',
    '...',
    'code-workspace',
    'a.code-workspaces',
  ])('%j is none', (path) => {
    expect(protectedBy(path)).toBeUndefined();
  });

  it('can be opened one by one', () => {
    expect(protectedBy('.mcp.json', ['.mcp.json'])).toBeUndefined();
    expect(protectedBy('.git/config', ['.mcp.json'])).toBeDefined();
  });
});
