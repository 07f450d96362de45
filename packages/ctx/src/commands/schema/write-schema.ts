// A schema as a file of the user's: made anew, or in the place of an older one of ours.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { isThere } from '../../disk/is-there.js';
import { readPlainFile } from '../../disk/plain-file.js';
import { writeFailure } from '../../disk/system-errors.js';
import { fail } from '../../protocol/codes.js';

export function writeSchema(path: string, schema: object, force: boolean): void {
  if (isFolder(path)) throw fail('out_is_folder', { operation: 'write', target: path, name: 'schema.json' });
  if (!force && isThere(path) && !isOurs(path))
    throw fail('file_exists', { operation: 'write', target: path });
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw writeFailure(error, path);
  }
  writeAtomically(path, `${JSON.stringify(schema, null, 2)}\n`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

const largest = 1 << 24;

/** Whether the file is a schema that ctx wrote, which a newer one may replace. */
function isOurs(path: string): boolean {
  try {
    const held: unknown = JSON.parse(readPlainFile(path, largest).toString('utf8'));
    return typeof held === 'object' && held !== null && '$id' in held && isOurName(held.$id);
  } catch {
    return false;
  }
}

function isOurName(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('urn:ctx:schema:');
}
