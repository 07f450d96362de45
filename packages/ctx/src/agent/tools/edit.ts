// The tool `edit`: one exact piece of a file for another. Where it is not certain which piece is meant, nothing changes.

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { longestPath } from '../../policy/subject.js';
import { counted } from '../../text/counted.js';
import type { Tool } from '../ports.js';
import { fieldsOf, switchIn, textIn } from './input.js';
import { replaceFile } from './replace-file.js';
import { failedOutcome, inParentFolder, Refusal, reachOf } from './workspace.js';
import type { WriteGuard } from './write-guard.js';

const largestFile = 64 * 1024 * 1024;

export function editTool(root: string, guard: WriteGuard): Tool {
  return {
    name: 'edit',
    description:
      'Replaces a piece of a file in the workspace, byte for byte. old_string must occur exactly once, or give replace_all.',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', maxLength: longestPath, description: 'Relative to the workspace.' },
        old_string: {
          type: 'string',
          minLength: 1,
          description: 'As it stands in the file, with its spaces.',
        },
        new_string: { type: 'string' },
        replace_all: { type: 'boolean', description: 'Replace every occurrence.' },
      },
      required: ['path', 'old_string', 'new_string'],
      additionalProperties: false,
    },
    readOnly: false,
    subject: { field: 'path', kind: 'path' },
    async preview(input, judge) {
      const { path, old_string: from, new_string: to, replace_all: all } = fieldsOf(input);
      if (typeof path !== 'string' || typeof from !== 'string' || typeof to !== 'string') return undefined;
      const { diffText, fileNow, wayOf } = await import('./file-preview.js');
      const before = fileNow(root, path, judge);
      if (before === undefined || !before.includes(from) || from === '') return undefined;
      return diffText(
        wayOf(root, path),
        before,
        all === true ? before.replaceAll(from, () => to) : before.replace(from, () => to),
      );
    },
    async run(input, options) {
      const path = textIn(input, 'path');
      const [from, to] = [Buffer.from(textIn(input, 'old_string')), Buffer.from(textIn(input, 'new_string'))];
      try {
        const count = inParentFolder({ ...reachOf(root, options), guard }, path, (file) => {
          const { bytes, isUnchanged } = readWhole(file, path);
          const places = placesToReplace(bytes, from, path, switchIn(input, 'replace_all'));
          if (from.equals(to)) throw new Refusal('old_string and new_string are the same.');
          replaceFile(file, path, replaced(bytes, places, from.length, to), isUnchanged);
          return places.length;
        });
        return {
          output: `Replaced ${counted(count, 'place')} in ${path}.`,
          is_error: false,
        };
      } catch (error) {
        return failedOutcome(error, path);
      }
    },
  };
}

function readWhole(file: string, path: string): { bytes: Buffer; isUnchanged: () => boolean } {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const before = fstatSync(descriptor, { bigint: true });
    if (!before.isFile()) throw new Refusal(`${path} is not a file.`);
    if (before.size > largestFile) throw new Refusal(`${path} is larger than ${largestFile} bytes.`);
    const isUnchanged = () => {
      const now = lstatSync(file, { bigint: true, throwIfNoEntry: false });
      return now?.ino === before.ino && now.size === before.size && now.mtimeNs === before.mtimeNs;
    };
    return { bytes: readFileSync(descriptor), isUnchanged };
  } finally {
    closeSync(descriptor);
  }
}

function placesToReplace(bytes: Buffer, wanted: Buffer, path: string, all: boolean): number[] {
  const places: number[] = [];
  // Occurrences that overlap are different places to replace, so they make it ambiguous, too.
  const step = all ? wanted.length : 1;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + step)) places.push(at);
  if (places.length === 0) throw new Refusal(`old_string does not occur in ${path}. Nothing was changed.`);
  if (!all && places.length > 1) {
    throw new Refusal(
      `old_string occurs ${places.length} times in ${path}, the first in line ${lineOf(bytes, places[0])}. Nothing was changed: give more of what is around it, or replace_all.`,
    );
  }
  return places;
}

function lineOf(bytes: Buffer, place = 0): number {
  let line = 1;
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < place; at = bytes.indexOf(0x0a, at + 1)) line++;
  return line;
}

function replaced(bytes: Buffer, places: readonly number[], length: number, by: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const place of places) {
    parts.push(bytes.subarray(from, place), by);
    from = place + length;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}
