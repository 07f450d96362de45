// The files that the contract itself is made of: the project's rules, its evidence, where the hooks are registered, what a
// person trusted or paused. The agent that works under the contract does not change them.

import { entryFor } from '../policy/path-entries.js';

/** Below any folder, because a project lies somewhere, and so does a home. */
export const ownPaths: readonly string[] = [
  '.context/config.yaml',
  '.context/state',
  '.context/sessions',
  '.context/fleets',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.codex/hooks.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.qwen/settings.json',
  '.copilot/hooks',
  '.copilot/settings.json',
  '.copilot/config.json',
  '.github/hooks',
  '.github/copilot',
  '.cursor/hooks.json',
  '.opencode/plugins',
  '.config/opencode/plugins',
  '.config/ctx',
  '.local/state/ctx',
  '.cache/ctx',
];

/** Folders of a project that hold some of them: whoever moves one away moves these. */
const holders = new Set('.context .claude .codex .gemini .qwen .copilot .cursor .opencode'.split(' '));

/** Which of them a path is, or is in, or holds. */
export function ownPathIn(path: string): string | undefined {
  const last =
    path
      .split('/')
      .findLast((part) => part !== '')
      ?.toLowerCase() ?? '';
  return entryFor(path, ownPaths) ?? (holders.has(last) ? last : undefined);
}

/** Whether a script may name one of them, or ctx itself: nearly none does, and to read one takes long. */
export function mayBeAboutUs(script: string, moved: readonly string[]): boolean {
  const bare = withoutQuotes(script);
  // An expression that ignores case takes a hook longer to make than all of this.
  const lower = bare.toLowerCase();
  return names.some((name) => lower.includes(name)) || moved.some((place) => bare.includes(place));
}

/** What lies below the place is named by nothing else. */
export function isNamedIn(scripts: readonly string[], place: string): boolean {
  return scripts.some((script) => withoutQuotes(script).includes(place));
}

const names = [
  'ctx',
  '.context',
  '.claude',
  '.codex',
  '.gemini',
  '.qwen',
  '.copilot',
  '.cursor',
  'opencode',
  '.github/hooks',
  '.github/copilot',
];

export function withoutQuotes(script: string): string {
  return script.replaceAll("'", '').replaceAll('"', '').replaceAll('\\', '');
}
