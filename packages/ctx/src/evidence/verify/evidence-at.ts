// What kind of evidence a path leads to. It loads nothing that could check any.

import { statSync } from 'node:fs';
import { fleetEnding } from '../../store/fleets-folder.js';
import { looseFileKind } from './loose-kind.js';

/** Anything that is nothing else is taken for a session, whether it is there or not. */
export function evidenceAt(path: string): 'folder' | 'page' | 'file' | 'fleet' | 'session' {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'folder';
  if (path.endsWith('.html')) return 'page';
  if (path.endsWith(fleetEnding)) return 'fleet';
  return looseFileKind(path) === undefined ? 'session' : 'file';
}
