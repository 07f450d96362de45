// A verdict over whatever a path leads to: a session's file, a folder of a report or an export, a page, a file of an export.

import { evidenceAt } from './evidence-at.js';
import { looseFileKind } from './loose-kind.js';
import type { SourceSession } from './source-session.js';
import type { Verification, VerifyOptions } from './verification.js';
import { verifyFleet } from './verify-fleet.js';
import { verifyFolder, verifyLooseFile, verifyPage } from './verify-folder.js';
import { verifySession, type Watch } from './verify-session.js';

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
    case 'file':
      return verifyLooseFile(path, looseFileKind(path) ?? 'summary', options, source);
    case 'fleet':
      return verifyFleet(path, options);
    case 'session':
      return verifySession(path, options, watch);
  }
}
