// What no tool of an agent writes to or removes, whatever the rules allow: the evidence, the contract, and what a host or
// an editor obeys. A config may open single ones.

import { entryFor } from './path-entries.js';
import type { Denial } from './verdict.js';

/**
 * Files of a project that something outside of the agent obeys later, without anybody asking for it: a host's settings, servers,
 * hooks and rules, an editor's tasks, a shell's, what a git hook reads. AGENTS.md and its like are documents that people have agents write.
 */
export const obeyedPaths: readonly string[] = [
  '.mcp.json',
  '.claude',
  '.codex',
  '.cursor',
  '.cursorrules',
  '.gemini',
  '.qwen',
  '.copilot',
  '.github/hooks',
  '.github/copilot',
  '.opencode',
  'opencode.json',
  'opencode.jsonc',
  '.agents',
  '.aider.conf.yml',
  '.aider.model.settings.yml',
  '.amazonq',
  '.amp',
  '.augment',
  '.cline',
  '.clinerules',
  '.continue',
  '.continuerc.json',
  '.crush.json',
  'crush.json',
  '.factory',
  '.goose',
  '.goosehints',
  '.junie',
  '.kilocode',
  '.kiro',
  '.openhands',
  '.roo',
  '.roomodes',
  '.trae',
  '.windsurf',
  '.windsurfrules',
  '.vscode',
  '*.code-workspace',
  '.idea',
  '.zed',
  '.fleet',
  '.helix',
  '.exrc',
  '.nvimrc',
  '.nvim.lua',
  '.lazy.lua',
  '.dir-locals.el',
  '.devcontainer',
  '.devcontainer.json',
  '.envrc',
  '.husky',
  '.lefthook',
  '.lefthook.yml',
  'lefthook.yml',
  '.pre-commit-config.yaml',
];

export const protectedPaths: readonly string[] = [
  '.context/sessions',
  '.context/fleets',
  '.context/state',
  '.context/config.yaml',
  '.git',
  ...obeyedPaths,
];

/**
 * The denial of a path below the project or the workspace, with slashes. It counts at any depth: a folder in the
 * workspace may be a project of its own.
 */
export function protectedBy(path: string, opened: readonly string[] = []): Denial | undefined {
  const entry = entryFor(
    path,
    protectedPaths.filter((each) => !opened.includes(each)),
  );
  return entry === undefined ? undefined : protectedDenial(entry);
}

export function protectedDenial(what: string): Denial {
  return { rule: `protected: ${what}`, reason: `${what} is protected from the agent's file tools` };
}
