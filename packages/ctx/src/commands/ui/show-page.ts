// Opens the dashboard in the person's browser. Programs and their words can be seen by everybody on a machine: so the browser is given a file that
// only its owner can read, and that leads to the address.

import { join } from 'node:path';
import type { Services } from '../../cli/command.js';
import { writeAtomically } from '../../disk/atomic.js';
import { makeFolders } from '../../disk/folders.js';
import { homeUnusable } from '../../disk/home-folder.js';
import { removeIfPossible } from '../../disk/remove-if-possible.js';
import { userFolder } from '../../disk/user-folder.js';
import { openPage } from '../report/open-page.js';

/** Gives back what takes the file away. */
export async function showPage(address: string, services: Services): Promise<() => void> {
  const state = userFolder('state', services.env);
  if (state === undefined) throw homeUnusable(services.env);
  const folder = join(state, 'ui');
  makeFolders(folder, 0o700);
  const file = join(folder, `open-${process.pid}.html`);
  const text = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}"><title>ctx</title>\n`;
  writeAtomically(file, text, 0o600);
  const forget = () => removeIfPossible(file);
  try {
    await openPage(file, {}, services);
  } catch (error) {
    forget();
    throw error;
  }
  return forget;
}
