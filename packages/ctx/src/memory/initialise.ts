// The first step in a project: its `.context` folder, with what is missing made and what is there left alone.

import { pathInside } from '../disk/inside.js';
import { isThere } from '../disk/is-there.js';
import { appendToProjectFile } from '../disk/plain-file.js';
import { readProjectText } from '../disk/read.js';
import { writeFailure } from '../disk/system-errors.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import { type Context, contextName, contextPath, shownPath } from './context.js';
import { createOnce } from './create-once.js';
import { ensureFolder } from './ensure-folder.js';
import { ledgerKinds, ledgers } from './ledger/kinds.js';
import { attributesFile, attributesName, missingAttributes } from './merge/driver.js';
import { configName, configTemplate } from './settings.js';

export interface Initialised {
  readonly root: string;
  /** Paths relative to the project. */
  readonly created: readonly string[];
  readonly kept: readonly string[];
  /** Files that were there and got what they lacked. */
  readonly changed: readonly string[];
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
export function initialise(surroundings: Whereabouts, dryRun = false): Initialised {
  const context = { root: projectRoot(surroundings) };
  const folder = pathInside(context.root, contextName);
  const created: string[] = [];
  const kept: string[] = [];
  const fresh = !isThere(folder);
  if (!dryRun) ensureFolder(folder);
  (fresh ? created : kept).push(`${contextName}/`);
  const changed: string[] = [];
  for (const [name, content] of files()) {
    const path = contextPath(context, name);
    const isNew = dryRun ? !isThere(path) : createOnce(path, content);
    const isChanged = !isNew && name === attributesName && addAttributes(context, dryRun);
    (isNew ? created : isChanged ? changed : kept).push(shownPath(context, path));
  }
  return { root: context.root, created, kept, changed };
}

/** What git needs to know, behind what somebody wrote there. Whether anything was missing. */
export function addAttributes(context: Context, dryRun = false): boolean {
  const path = contextPath(context, attributesName);
  const missing = missingAttributes(isThere(path) ? readProjectText(context.root, path) : '');
  if (missing === '' || dryRun) return missing !== '';
  try {
    appendToProjectFile(context.root, path, missing);
    return true;
  } catch (error) {
    throw writeFailure(error, path);
  }
}

function files(): [string, string][] {
  return [
    ['.gitignore', ignoreFile],
    [attributesName, attributesFile],
    [configName, configTemplate],
    ...ledgerKinds.map((kind): [string, string] => [ledgers[kind].file, ledgers[kind].template]),
  ];
}
