// A verdict over whatever a path leads to: a session's file, a folder of a report or an export, a page.

import { statSync } from 'node:fs';
import type { Verification, VerifyOptions } from './verification.js';
import { verifyFolder, verifyPage } from './verify-folder.js';
import { verifySession } from './verify-session.js';

export function verifyPath(path: string, options: VerifyOptions = {}): Verification {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return verifyFolder(path, options);
  return path.endsWith('.html') ? verifyPage(path, options) : verifySession(path, options);
}
