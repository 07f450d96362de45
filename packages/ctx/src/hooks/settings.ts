// What `.context/config.yaml` says of hooks. Reading YAML costs more than a whole hook may take, so a config of
// comments is not parsed, and what was parsed is kept until the file changes: with the user, never in the project, whose
// agent could write itself other rules there.

import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { NotPlain, notPlainWords, readPlainFile } from '../disk/plain-file.js';
import type { Environment } from '../disk/user-folder.js';
import { type Context, contextPath } from '../memory/context.js';
import { configName, defaultSettings, type HookSettings } from '../memory/settings.js';
import { userPlace } from '../project/user-place.js';
import { fail } from '../protocol/codes.js';
import { hadRules, rememberRules } from './remembered-guard.js';

export type { HookSettings };

/** Nobody writes a longer config by hand. */
const largest = 1 << 18;

/** A failure where the config is there and nobody can say what it says. */
export async function hookSettings(context: Context, env: Environment): Promise<HookSettings> {
  const path = contextPath(context, configName);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return withoutConfig(context, env);
  const text = textOf(path);
  if (saysNothing(text)) return defaultSettings.hooks;
  rememberRules(context.root, env);
  const place = userPlace('cache', context.root, '.hook-settings.json', env);
  const kept = place === undefined ? undefined : readKept(place);
  if (kept?.text === text) return kept.hooks;
  const { parseSettings } = await import('../memory/settings-document.js');
  const { hooks } = parseSettings(text, `.context/${configName}`);
  if (place !== undefined) keep(place, { text, hooks });
  return hooks;
}

/** Whoever takes the config away takes its rules away; a person can write an empty one. */
function withoutConfig({ root }: Context, env: Environment): HookSettings {
  if (!hadRules(root, env)) return defaultSettings.hooks;
  throw unreadable('it had rules, and is gone');
}

function textOf(path: string): string {
  const bytes = bytesOf(path);
  if (isUtf8(bytes)) return bytes.toString();
  throw unreadable('it is not valid UTF-8');
}

function bytesOf(path: string): Buffer {
  try {
    return readPlainFile(path, largest);
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    const isTooLarge = error.reason === 'too_large';
    throw unreadable(isTooLarge ? `it is larger than ${largest >> 10} KiB` : notPlainWords[error.reason]);
  }
}

function unreadable(reason: string) {
  return fail('file_unreadable', { operation: 'read', target: `.context/${configName}`, reason });
}

/** As `ctx init` leaves it: blank lines and comments. Without an expression, which takes longer to make than to use. */
function saysNothing(text: string): boolean {
  return text.split('\n').every((line) => {
    if (line === '' || line.startsWith('#')) return true;
    let at = 0;
    while (line[at] === ' ' || line[at] === '\t' || line[at] === '\r') at += 1;
    return at === line.length || line[at] === '#';
  });
}

interface Kept {
  /** The whole config that it was parsed from: a changed file is never taken for the same. */
  readonly text: string;
  readonly hooks: HookSettings;
}

/** What somebody else could have written is not used, and what is not whole neither. */
function readKept(file: string): Kept | undefined {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { uid, mode, size } = fstatSync(descriptor);
    const isOwn = uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0 && size <= 4 * largest;
    const text = isOwn ? readFileSync(descriptor, 'utf8') : '';
    closeSync(descriptor);
    const value: unknown = JSON.parse(text);
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
    makeFolders(dirname(file), 0o700);
    writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  } catch {
    // A hook that has to parse each time is slow, not wrong.
  }
}
