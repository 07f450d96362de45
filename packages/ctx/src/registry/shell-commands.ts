// Commands of a project that ask for a shell: hosts run their `!` lines, and a model that is given them does so, too.

import { join } from 'node:path';
import type { Environment } from '../disk/user-folder.js';
import { itemOf, type TrustItem } from '../trust/item.js';
import { frontMatterOf } from './front-matter.js';
import { projectCommands, readOwnCommand } from './project-commands.js';

/** Those of the project itself; what lies in the user's own home is the user's. */
export function shellCommandItems(root: string, env: Environment): TrustItem[] {
  return projectCommands(root, env)
    .filter(({ source }) => !source.startsWith('~/'))
    .flatMap(({ source }) => {
      const item = shellCommandItem(source, frontMatterOf(readOwnCommand(root, join(root, source))).body);
      return item === undefined ? [] : [item];
    });
}

/** `text` is the command's body. Nothing where it asks for no shell. */
export function shellCommandItem(source: string, text: string): TrustItem | undefined {
  const lines = [...shellLines(text)];
  return lines.length === 0 ? undefined : itemOf('shell-command', source, text, lines);
}

/**
 * A fenced block that begins with ```` ```! ````, a line that begins with `!`, and `` !`…` `` anywhere. A stranger wrote the
 * text, so each character is looked at a few times at most.
 */
function* shellLines(text: string): Generator<string> {
  const rows = text.split('\n');
  const others: string[] = [];
  for (let at = 0; at < rows.length; at++) {
    const row = (rows[at] ?? '').trim();
    const [, fence] = /^(`{3,}|~{3,})!/.exec(row) ?? [];
    if (fence !== undefined) {
      const end = rows.findIndex((line, i) => i > at && line.trimStart().startsWith(fence));
      const block = rows.slice(at + 1, end === -1 ? undefined : end);
      yield block.join('\n') + (end === -1 ? '' : '\n');
      at = end === -1 ? rows.length : end;
    } else if (row.startsWith('!') && !row.startsWith('![')) {
      const line = row.slice(1).trim().replace(/^`|`$/g, '');
      if (line !== '') yield line;
    } else others.push(row);
  }
  for (const [, inline = ''] of others.join('\n').matchAll(/!`([^`]+)`/g)) yield inline;
}
