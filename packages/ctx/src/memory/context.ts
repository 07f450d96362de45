// The `.context` folder of a project: where it is, and the paths in it, which never leave the project.

import { lstatSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { pathInside } from '../disk/inside.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';

export interface Context {
  /** The project. */
  readonly root: string;
}

export const contextName = '.context';

/** The memory of the project that we are in. A project without one is a failure that says how to make it. */
export function openContext(surroundings: Whereabouts): Context {
  const root = projectRoot(surroundings);
  const context = { root };
  if (statSync(contextPath(context), { throwIfNoEntry: false })?.isDirectory()) return context;
  throw fail('context_missing', { operation: 'open_context', target: root });
}

/** A path in the folder. A symbolic link that leads out of the project is refused. */
export function contextPath(context: Context, ...parts: readonly string[]): string {
  return straightPath(context, ...parts) ?? pathInside(context.root, contextName, ...parts);
}

/** The path as people know it, relative to the project and with slashes. */
export function shownPath({ root }: Context, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** A path that no symbolic link stands on, which is nearly always all there is to know of one; nothing where one is. */
function straightPath({ root }: Context, ...parts: readonly string[]): string | undefined {
  // Hooks ask for several with each event, and Node's own way to put paths together takes longer than to look at them.
  let path = `${root}${sep}${contextName}`;
  if (root.endsWith(sep) || isLink(path)) return undefined;
  for (const part of parts) {
    path = `${path}${sep}${part}`;
    if (!isName(part) || isLink(path)) return undefined;
  }
  return path;
}

function isName(part: string): boolean {
  return part !== '' && !part.includes(sep) && !part.includes('..') && !part.includes('\0');
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (error) {
    // What is no folder leads nowhere, and who opens it says so. Anything else may be a link.
    return !isSystemError(error, 'ENOTDIR');
  }
}
