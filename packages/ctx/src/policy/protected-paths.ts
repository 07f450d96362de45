// What no tool of an agent writes to or removes, whatever the rules allow: the evidence, the contract, and what a host or
// an editor obeys. A config may open single ones.

import { isPlainAscii } from '../protocol/foreign-text.js';
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

/** The first of these paths that the path is, or is in, wherever it lies. */
export function entryFor(path: string, entries: readonly string[]): string | undefined {
  const parts = path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map(folded);
  return entries.find((entry) => holds(parts, entry.split('/')));
}

export function protectedDenial(what: string): Denial {
  return { rule: `protected: ${what}`, reason: `${what} is protected from the agent's file tools` };
}

function holds(parts: readonly string[], wanted: readonly string[]): boolean {
  return parts.some((_, start) => wanted.every((part, i) => parts[start + i] === part));
}

/**
 * As the file systems compare names that tell fewer of them apart: by letter case, by composed characters, without
 * characters that do not show, without dots and blanks at the end, by the short names of Windows.
 */
function folded(part: string): string {
  const shown = isPlainAscii(part) ? part : part.normalize('NFKC').replace(unseen, '');
  let plain = (shown.split(':', 1)[0] ?? '').toLowerCase();
  while (plain.endsWith('.') || plain.endsWith(' ')) plain = plain.slice(0, -1);
  return plain.startsWith('git~') && /^\d+$/.test(plain.slice(4)) ? '.git' : plain || part;
}

const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
