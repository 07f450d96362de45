// A verdict over whatever a path leads to: a session's file, a folder of a report or an export, a page.

import { statSync } from 'node:fs';
import type { SourceSession } from './source-session.js';
import type { Verification, VerifyOptions } from './verification.js';
import { verifyFolder, verifyPage } from './verify-folder.js';
import { verifySession, type Watch } from './verify-session.js';

/** Anything that is neither a folder nor a page is taken for a session, whether it is there or not. */
export function evidenceAt(path: string): 'folder' | 'page' | 'session' {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'folder';
  return path.endsWith('.html') ? 'page' : 'session';
}

/** `source` is for a folder or a page: a session is its own. `watch` is for a session. */
export function verifyPath(
  path: string,
  options: VerifyOptions = {},
  source?: SourceSession,
  watch?: Watch,
): Verification {
  switch (evidenceAt(path)) {
    case 'folder':
      return verifyFolder(path, options, source);
    case 'page':
      return verifyPage(path, options, source);
    case 'session':
      return verifySession(path, options, watch);
  }
}
