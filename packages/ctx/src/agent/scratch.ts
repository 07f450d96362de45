// A scratch copy of a workspace: made once a session, worked in, and left for the user to look at.

import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { writeFailure } from '../disk/system-errors.js';

export function scratchCopy(root: string, workspace: string, sessionId: string): string {
  const scratch = join(root, '.context', 'scratch');
  const copy = join(scratch, sessionId);
  if (existsSync(copy)) return copy;
  const unfinished = join(scratch, `.${sessionId}.${process.pid}`);
  try {
    makeFolders(scratch, 0o700);
    writeFileSync(join(scratch, '.gitignore'), '*\n');
    cpSync(join(root, workspace), unfinished, { recursive: true, filter: (path) => !isOurs(path) });
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw writeFailure(error, copy);
  }
  return copy;
}

/** A copy that contained `.context` would contain itself. */
function isOurs(path: string): boolean {
  return basename(path) === '.context' || basename(dirname(path)) === '.context';
}
