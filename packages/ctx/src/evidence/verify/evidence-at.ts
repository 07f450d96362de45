// What kind of evidence a path leads to. It loads nothing that could check any.

import { statSync } from 'node:fs';
import { looseFileKind } from './loose-kind.js';

/** Anything that is nothing else is taken for a session, whether it is there or not. */
export function evidenceAt(path: string): 'folder' | 'page' | 'file' | 'session' {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'folder';
  if (path.endsWith('.html')) return 'page';
  return looseFileKind(path) === undefined ? 'session' : 'file';
}
