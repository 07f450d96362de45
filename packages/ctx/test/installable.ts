// A person with Claude Code, a project, and a checkout with a skill and an agent in their catalog.

import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogCalls, catalogCalls } from './catalog-call.js';
import { temporaryFolder, writeFiles } from './folder.js';

export const skillText = '---\nname: tortoise\ndescription: Feeds tortoises.\n---\n# Feed\n\nUse lettuce.\n';
export const agentText = '---\nname: keeper\ndescription: Keeps tortoises.\n---\nKeep them.\n';

export interface Installable extends CatalogCalls {
  readonly cwd: string;
  /** The checkout. */
  readonly source: string;
  /** Every path below the project and the home, with what it holds; ctx's own folders left out. */
  tree(): Record<string, string>;
}

export async function installable(
  files: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
): Promise<Installable> {
  const calls = catalogCalls({ '.git/HEAD': 'ref: refs/heads/main\n', ...files });
  const source = join(temporaryFolder(), 'zoo');
  writeFiles(calls.home, { '.claude/x': '' });
  writeFiles(source, {
    '.git/HEAD': 'ref: refs/heads/main\n',
    LICENSE: 'Do as you like.\n',
    'skills/tortoise/SKILL.md': skillText,
    'skills/tortoise/scripts/feed.sh': '#!/bin/sh\n',
    'agents/keeper.md': agentText,
    ...more,
  });
  await calls.json('catalog', 'import', source);
  const tree = () => ({ ...treeOf(calls.cwd, 'project'), ...treeOf(calls.home, 'home') });
  return { ...calls, source, tree };
}

function treeOf(root: string, name: string): Record<string, string> {
  const entries = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.name !== '.local');
  return Object.fromEntries(
    entries.flatMap((entry): [string, string][] => {
      const path = join(root, entry.name);
      const shown = `${name}/${entry.name}`;
      if (entry.isDirectory()) return [[shown, 'folder'], ...Object.entries(treeOf(path, shown))];
      if (entry.isSymbolicLink()) return [[shown, `-> ${readlinkSync(path)}`]];
      const mode = (lstatSync(path).mode & 0o111) === 0 ? '' : ' (can be run)';
      return [[shown, readFileSync(path, 'utf8') + mode]];
    }),
  );
}
