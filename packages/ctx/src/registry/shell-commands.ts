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

/** A fenced block that begins with ```` ```! ````, a line that begins with `!`, and `` !`…` `` anywhere. */
const shellParts =
  /^[ \t]*(?<fence>`{3,}|~{3,})!.*\n(?<block>[\s\S]*?)(?:^[ \t]*\k<fence>|$(?![\s\S]))|^\s*!(?!\[)\s*`?(?<line>.+?)`?\s*$|!`(?<inline>[^`]+)`/gm;

/** `text` is the command's body. Nothing where it asks for no shell. */
export function shellCommandItem(source: string, text: string): TrustItem | undefined {
  const lines = [...text.matchAll(shellParts)].map(
    ({ groups }) => groups?.['block'] ?? groups?.['line'] ?? groups?.['inline'] ?? '',
  );
  return lines.length === 0 ? undefined : itemOf('shell-command', source, text, lines);
}
