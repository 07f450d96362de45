// The first step in a project: its `.context` folder, with what is missing made and what is there left alone.

import { pathInside } from '../disk/inside.js';
import { isThere } from '../disk/is-there.js';
import { projectRoot, type Surroundings } from '../project/root.js';
import { contextName, contextPath, shownPath } from './context.js';
import { createOnce } from './create-once.js';
import { ensureFolder } from './ensure-folder.js';
import { ledgerKinds, ledgers } from './ledger/kinds.js';
import { configName, configTemplate } from './settings.js';

export interface Initialised {
  readonly root: string;
  /** Paths relative to the project. */
  readonly created: readonly string[];
  readonly kept: readonly string[];
}

/** What is private to a machine or to a person. The encrypted pad is not: a team can share it. */
export const ignoredPatterns = [
  'sessions/',
  'state/',
  'scratch/',
  'scratchpad.history/',
  'scratchpad.md',
  'reminders.json',
  '*.lock',
  '*.lock.*',
  '*.tmp',
] as const;

export const ignoreFile = `# What stays out of git. Made by \`ctx init\`; add to it as you like.
${ignoredPatterns.join('\n')}
`;

/** With `dryRun` nothing is made, and `created` is what would be. */
export function initialise(surroundings: Surroundings, dryRun = false): Initialised {
  const context = { root: projectRoot(surroundings) };
  const folder = pathInside(context.root, contextName);
  const created: string[] = [];
  const kept: string[] = [];
  const fresh = !isThere(folder);
  if (!dryRun) ensureFolder(folder);
  (fresh ? created : kept).push(`${contextName}/`);
  for (const [name, content] of files()) {
    const path = contextPath(context, name);
    const isNew = dryRun ? !isThere(path) : createOnce(path, content);
    (isNew ? created : kept).push(shownPath(context, path));
  }
  return { root: context.root, created, kept };
}

function files(): [string, string][] {
  return [
    ['.gitignore', ignoreFile],
    [configName, configTemplate],
    ...ledgerKinds.map((kind): [string, string] => [ledgers[kind].file, ledgers[kind].template]),
  ];
}
