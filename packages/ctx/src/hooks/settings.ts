// What `.context/config.yaml` says of hooks. Reading YAML costs more than a whole hook may take, so a config without
// a word about hooks is not parsed, and what was parsed is kept in `.context/state/` until the file changes.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { type Context, contextPath } from '../memory/context.js';
import { configName, defaultSettings, type HookSettings } from '../memory/settings.js';
import { isSystemError } from '../protocol/failure.js';

export type { HookSettings };

export async function hookSettings(context: Context): Promise<HookSettings> {
  const path = contextPath(context, configName);
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return defaultSettings.hooks;
  const text = readFileSync(path, 'utf8');
  if (!speaksOfHooks(text)) return defaultSettings.hooks;
  const cacheFile = contextPath(context, 'state', 'hooks', 'settings.json');
  const kept = readKept(cacheFile);
  if (kept?.text === text) return kept.hooks;
  const { parseSettings } = await import('../memory/settings-document.js');
  const { hooks } = parseSettings(text, `.context/${configName}`);
  keep(cacheFile, { text, hooks });
  return hooks;
}

/** Whether the word stands before any `#` of its line. Without expressions: they cost a hook more than the reading. */
function speaksOfHooks(text: string): boolean {
  for (let at = text.indexOf('hooks'); at !== -1; at = text.indexOf('hooks', at + 1)) {
    const line = text.lastIndexOf('\n', at) + 1;
    if (!text.slice(line, at).includes('#')) return true;
  }
  return false;
}

interface Kept {
  /** The whole config that it was parsed from: a changed file is never taken for the same. */
  readonly text: string;
  readonly hooks: HookSettings;
}

/** We wrote it ourselves, after a check against the schema; what is not what we wrote is not used. */
function readKept(file: string): Kept | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('hooks' in value)) return false;
  const { hooks } = value;
  if (typeof hooks !== 'object' || hooks === null) return false;
  return Object.keys(defaultSettings.hooks).every((key) => key in hooks);
}

function keep(file: string, kept: Kept): void {
  try {
    makeFolders(join(file, '..'));
    writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  } catch (error) {
    // A hook that has to parse each time is slow, not wrong.
    if (!isSystemError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT')) throw error;
  }
}
