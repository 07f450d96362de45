// The `.context` folder of a project: where it is, and the paths in it, which never leave the project.

import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { pathInside } from '../disk/inside.js';
import { projectRoot, type Surroundings } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { type Context, contextName, straightPath } from './straight-path.js';

export { type Context, contextName };

/** The memory of the project that we are in. A project without one is a failure that says how to make it. */
export function openContext(surroundings: Surroundings): Context {
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
