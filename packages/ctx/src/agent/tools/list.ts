// The tool `list`: what is in a folder of the workspace.

import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { longestPath } from '../../policy/subject.js';
import { isSystemError } from '../../protocol/failure.js';
import type { Tool } from '../ports.js';
import { optionalTextIn } from './input.js';
import { failedOutcome, inFolder, reachOf } from './workspace.js';

export function listTool(root: string): Tool {
  return {
    name: 'list',
    description:
      'Lists a folder of the workspace: folders end in a slash, files have their size in bytes, links what they lead to.',
    input: {
      type: 'object',
      properties: {
        path: {
          type: 'string',
          maxLength: longestPath,
          description: 'Relative to the workspace; the workspace itself unless given.',
        },
      },
      additionalProperties: false,
    },
    readOnly: true,
    subject: { field: 'path', kind: 'folder', absent: '.' },
    async run(input, options) {
      const path = optionalTextIn(input, 'path') ?? '.';
      try {
        return { output: inFolder(reachOf(root, options), path, linesOf), is_error: false };
      } catch (error) {
        return failedOutcome(error, path);
      }
    },
  };
}

function linesOf(folder: string): string {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.length === 0) return '(empty)';
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.map((entry) => `${lineOf(folder, entry)}\n`).join('');
}

/** A name with a line break in it would look like two. */
function lineOf(folder: string, entry: Dirent): string {
  const name = entry.name.includes('\n') ? JSON.stringify(entry.name) : entry.name;
  try {
    if (entry.isDirectory()) return `${name}/`;
    if (entry.isSymbolicLink()) return `${name} -> ${readlinkSync(join(folder, entry.name))}`;
    return entry.isFile() ? `${name}  ${lstatSync(join(folder, entry.name)).size}` : `${name}  (not a file)`;
  } catch (error) {
    return isSystemError(error, 'ENOENT', 'ENOTDIR') ? `${name}  (gone)` : `${name}  (could not be read)`;
  }
}
