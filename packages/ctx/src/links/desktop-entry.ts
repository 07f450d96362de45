// The file by which a desktop knows who opens `ctx://` links, and its way back: what was there before is kept, and given back byte for
// byte.

import { rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { homeUnusable } from '../disk/home-folder.js';
import { isThere } from '../disk/is-there.js';
import { readText } from '../disk/read.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { isMembers } from '../protocol/members.js';

export const entryName = 'ctx-deep-link.desktop';
export const scheme = 'x-scheme-handler/ctx';

export interface DesktopPlace {
  readonly entry: string;
  /** Where the desktop keeps which program opens what. */
  readonly associations: string;
  /** What is kept for the way back. */
  readonly kept: string;
}

export function desktopPlace(env: Environment): DesktopPlace {
  const { HOME: home = '', XDG_DATA_HOME: data = '', XDG_CONFIG_HOME: config = '' } = env;
  const state = userFolder('state', env);
  if (!isAbsolute(home) || state === undefined) throw homeUnusable(env);
  return {
    entry: join(isAbsolute(data) ? data : join(home, '.local/share'), 'applications', entryName),
    associations: join(isAbsolute(config) ? config : join(home, '.config'), 'mimeapps.list'),
    kept: join(state, 'deep-link.json'),
  };
}

/** Whether somebody could click on a link here. */
export function hasDesktop(env: Environment): boolean {
  if (process.platform !== 'linux') return false;
  return ['DISPLAY', 'WAYLAND_DISPLAY', 'XDG_CURRENT_DESKTOP'].some((name) => (env[name] ?? '') !== '');
}

/** The words of a command line as a desktop entry writes them; nothing in them is obeyed by a shell. */
export function entryText(command: readonly string[]): string {
  const exec = [...command.map(quoted), 'deep-link-mode', '%u'].join(' ');
  return `[Desktop Entry]
Type=Application
Name=ctx link
Comment=Open ctx:// links after a question
Exec=${exec}
Terminal=true
NoDisplay=true
MimeType=${scheme};
`;
}

/**
 * Quoted for the command line, once more for the file, where a line ends with its value, and `%` is doubled. A plain word stays as it is:
 * xdg-open looks for a program whose name has the quotes.
 */
function quoted(word: string): string {
  if (/^[\w./+,:@-]+$/.test(word)) return word;
  return `"${word.replace(/["`$\\]/g, '\\$&')}"`
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('%', '%%');
}

interface Before {
  /** `null`: it was not there. */
  readonly entry: string | null;
  readonly associations: string | null;
  /** As registering left it. */
  readonly left: string | null;
}

/** `associate` tells the desktop; it may change the list of associations. */
export async function register(
  place: DesktopPlace,
  text: string,
  associate: () => Promise<void>,
): Promise<void> {
  const known = keptIn(place.kept);
  const before = known ?? { entry: textOr(place.entry), associations: textOr(place.associations) };
  makeFolders(dirname(place.kept), 0o700);
  // Before anything changes: a crash in between leaves the way back.
  const keep = (left: string | null) =>
    writeAtomically(place.kept, `${JSON.stringify({ ...before, left })}\n`, 0o600);
  keep(known?.left ?? before.associations);
  makeFolders(dirname(place.entry));
  writeAtomically(place.entry, text, 0o644);
  await associate();
  keep(textOr(place.associations));
}

/** Whether there was anything to take back. */
export function unregister(place: DesktopPlace): boolean {
  const before = keptIn(place.kept);
  if (before === undefined) return false;
  giveBack(place.entry, before.entry);
  const now = textOr(place.associations);
  // Somebody else's changes since stay; only our lines go.
  if (now === before.left) giveBack(place.associations, before.associations);
  else if (now !== null) giveBack(place.associations, withoutUs(now));
  rmSync(place.kept, { force: true });
  return true;
}

function withoutUs(list: string): string {
  return list
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith(`${scheme}=`)) return [line];
      const others = line
        .slice(scheme.length + 1)
        .split(';')
        .filter((name) => name !== '' && name !== entryName);
      return others.length === 0 ? [] : [`${scheme}=${others.join(';')};`];
    })
    .join('\n');
}

function giveBack(path: string, text: string | null): void {
  if (text === null) rmSync(path, { force: true });
  else if (textOr(path) !== text) writeAtomically(path, text, 0o644);
}

function textOr(path: string): string | null {
  return isThere(path) ? readText(path) : null;
}

function keptIn(path: string): Before | undefined {
  const text = textOr(path);
  if (text === null) return undefined;
  const value: unknown = JSON.parse(text);
  if (!isMembers(value)) return undefined;
  const { entry, associations, left } = value;
  const said = (one: unknown) => (typeof one === 'string' ? one : null);
  return { entry: said(entry), associations: said(associations), left: said(left) };
}
