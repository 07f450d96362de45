// Silencing the hooks of one project, and letting them speak again.

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { writeFailure } from '../disk/system-errors.js';
import { type Context, contextPath } from '../memory/context.js';
import { pauseFile } from './hooked-project.js';

/** Whether it was not paused before. */
export function pause(context: Context): boolean {
  const file = contextPath(context, ...pauseFile.split('/'));
  if (existsSync(file)) return false;
  try {
    makeFolders(join(file, '..'));
    writeFileSync(file, '');
    return true;
  } catch (error) {
    throw writeFailure(error, file);
  }
}

/** Whether it was paused before. */
export function resume(context: Context): boolean {
  const file = contextPath(context, ...pauseFile.split('/'));
  if (!existsSync(file)) return false;
  try {
    rmSync(file);
    return true;
  } catch (error) {
    throw writeFailure(error, file);
  }
}
