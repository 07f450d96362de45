// A file in a folder that is held open, replaced whole or not at all.

import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from './workspace.js';

/** `path` is what the model calls it. `stillGood` has the last word before the new file takes the old one's place. */
export function replaceFile(
  file: string,
  path: string,
  content: Uint8Array,
  stillGood: () => boolean = () => true,
): void {
  const old = lstatSync(file, { throwIfNoEntry: false });
  if (old?.isDirectory()) throw new Refusal(`${path} is a folder.`);
  const temporary = join(
    dirname(file),
    `.ctx-${randomBytes(6).toString('hex')}${process.pid.toString(16)}.tmp`,
  );
  const descriptor = openSync(temporary, 'wx');
  try {
    writeFileSync(descriptor, content);
    if (old?.isFile()) fchmodSync(descriptor, old.mode & 0o7777);
    if (!stillGood()) throw new Refusal(`${path} was changed by somebody else just now. Read it again.`);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
