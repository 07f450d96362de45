// Who commits: the private home folder has no settings, so git gets the name and the address of the person, and no more.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotPlain, readPlainFile } from '../disk/plain-file.js';
import { readFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';

export function giveIdentity(home: string | undefined, privateHome: string): void {
  const files = home === undefined ? [] : [join(home, '.config/git/config'), join(home, '.gitconfig')];
  const user = Object.assign({}, ...files.map((file) => userIn(textOf(file))));
  const lines = Object.entries(user).map(([key, value]) => `\t${key} = ${value}\n`);
  const file = join(privateHome, '.gitconfig');
  // A command may have left a link here: it must not lead us anywhere.
  rmSync(file, { recursive: true, force: true });
  // Owners look different from inside where the workspace belongs to somebody else.
  writeFileSync(file, `[user]\n${lines.join('')}[safe]\n\tdirectory = *\n`, { flag: 'wx' });
}

function userIn(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let section = '';
  for (const line of text.split('\n')) {
    section = /^\s*\[\s*([\w.-]+)[^\]]*\]/.exec(line)?.[1]?.toLowerCase() ?? section;
    const [, key, value] = /^\s*(name|email)\s*=\s*(.*?)\s*$/i.exec(line) ?? [];
    if (section === 'user' && key !== undefined && value !== undefined) found[key.toLowerCase()] = value;
  }
  return found;
}

function textOf(file: string): string {
  try {
    return readPlainFile(file, 1 << 20).toString();
  } catch (error) {
    if (error instanceof NotPlain || isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) return '';
    throw readFailure(error, file);
  }
}
