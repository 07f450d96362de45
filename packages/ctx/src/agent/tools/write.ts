// The tool `write`: a file in the workspace, whole or not at all.

import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tool } from '../ports.js';
import { textIn } from './input.js';
import { explained, inParentFolder, Refusal } from './workspace.js';

export function writeTool(root: string): Tool {
  return {
    name: 'write',
    description:
      'Writes a text file in the workspace, in place of one that is there. Makes the folders it needs.',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Relative to the workspace.' },
        content: { type: 'string', description: 'All of the file.' },
      },
      required: ['path', 'content'],
      additionalProperties: false,
    },
    readOnly: false,
    subject: { field: 'path', kind: 'path' },
    async run(input) {
      const path = textIn(input, 'path');
      const content = Buffer.from(textIn(input, 'content'));
      try {
        inParentFolder(root, path, (file) => replace(file, path, content));
        return { output: `Wrote ${content.length} bytes to ${path}.`, is_error: false };
      } catch (error) {
        return { output: explained(error, path), is_error: true };
      }
    },
  };
}

function replace(file: string, path: string, content: Buffer): void {
  const old = lstatSync(file, { throwIfNoEntry: false });
  if (old?.isDirectory()) throw new Refusal(`${path} is a folder.`);
  const temporary = join(dirname(file), `.ctx-${randomBytes(8).toString('hex')}.tmp`);
  const descriptor = openSync(temporary, 'wx');
  try {
    writeFileSync(descriptor, content);
    if (old?.isFile()) fchmodSync(descriptor, old.mode & 0o7777);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
