// A scratch copy of a workspace: made anew for each session that starts, worked in, left for the user to look at, and
// gone with the session.

import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { isThere } from '../disk/is-there.js';
import { writeFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';

export function scratchCopy(root: string, workspace: string, sessionId: string): string {
  const scratch = scratchFolder(root);
  const copy = join(scratch, sessionId);
  if (isThere(copy)) return copy;
  const unfinished = join(scratch, `.${sessionId}.${process.pid}`);
  try {
    makeFolders(scratch, 0o700);
    writeFileSync(join(scratch, '.gitignore'), '*\n');
    copyInto(join(root, workspace), unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw writeFailure(error, copy);
  }
  return copy;
}

/** Takes away what an earlier session of that id left, so that the same config gives the same bytes again. */
export function discardScratch(root: string, sessionId: string): void {
  const copy = join(scratchFolder(root), sessionId);
  const aside = join(scratchFolder(root), `.${sessionId}.${process.pid}`);
  try {
    // Out of the way in one step: a copy that is half gone is never taken for a whole one.
    renameSync(copy, aside);
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return;
    throw writeFailure(error, copy);
  }
  try {
    rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    throw writeFailure(error, aside);
  }
}

function scratchFolder(root: string): string {
  return join(root, '.context', 'scratch');
}

/** Entry by entry: the copy of a whole project lies below the project, which no folder can be copied to at once. */
function copyInto(workspace: string, copy: string): void {
  mkdirSync(copy, { mode: statSync(workspace).mode });
  for (const name of readdirSync(workspace)) {
    const entry = join(workspace, name);
    if (!isOurs(entry)) cpSync(entry, join(copy, name), { recursive: true, filter: (path) => !isOurs(path) });
  }
}

/** A copy that contained `.context` would contain itself. */
function isOurs(path: string): boolean {
  return basename(path) === '.context' || basename(dirname(path)) === '.context';
}
