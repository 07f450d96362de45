// How git is told to merge the memory: attributes that travel with the project, and a driver in each clone.

import { join } from 'node:path';
import { shellWord } from '../../disk/shell-word.js';
import type { MergeDriver } from '../../git/merge-driver.js';
import { ledgerKinds, ledgers } from '../ledger/kinds.js';
import { padNames } from '../pad/pad-file.js';
import { remindersName } from '../reminders.js';

const driverName = 'ctx-memory';

export const attributesName = '.gitattributes';

/** What is encrypted has no lines: git must never put marks into it. */
const attributes: readonly (readonly [pattern: string, attribute: string])[] = [
  ...ledgerKinds.map((kind) => [ledgers[kind].file, `merge=${driverName}`] as const),
  [remindersName, `merge=${driverName}`],
  [padNames.encrypted, 'binary'],
];

const opening =
  '# How git merges the memory; `ctx init` sets the driver up in each clone. See `ctx docs memory`.\n';

export const attributesFile = opening + attributes.map((line) => `${line.join(' ')}\n`).join('');

/** What a file lacks; a pattern that somebody gave other attributes stays theirs. */
export function missingAttributes(text: string): string {
  const known = new Set(text.split(/\r?\n/).map((line) => line.trim().split(/\s+/, 1)[0]));
  const missing = attributes.filter(([pattern]) => !known.has(pattern));
  if (missing.length === 0) return '';
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return gap + opening + missing.map((line) => `${line.join(' ')}\n`).join('');
}

/** What `ctx merge-driver` ends with where it wrote marks of a conflict. Anything else that is not 0 means that it wrote nothing. */
export const conflictLeft = 3;

/** Where this program is gone or cannot read a version, git merges the lines as it would without a driver. */
export function memoryDriver(shippedFolder: string): MergeDriver {
  const program = [process.execPath, join(shippedFolder, 'ctx.cjs')].map(shellWord).join(' ');
  const itself = `${program.replaceAll('%', '%%')} merge-driver %O %A %B %P`;
  const git = 'exec git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B';
  const line = `${itself}; case $? in 0) exit 0;; ${conflictLeft}) exit 1;; *) ${git};; esac`;
  return { name: driverName, title: 'merges the memory of ctx item by item', line };
}
