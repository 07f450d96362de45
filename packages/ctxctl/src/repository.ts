// The repository that ctxctl maintains: the nearest folder upwards that holds schemas/commands.json.

import { dirname, join } from 'node:path';
import type { CommandTable } from '../../ctx/src/kit/command.js';
import { failShared } from '../../ctx/src/kit/failures.js';
import { isThere, readText } from '../../ctx/src/kit/files.js';
import { fail } from './codes.js';

export function repositoryRoot(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (isThere(join(folder, 'schemas', 'commands.json'))) return folder;
    if (dirname(folder) === folder)
      throw fail('repository_not_found', { operation: 'find_repository', target: cwd });
  }
}

export function repositoryTable(root: string): CommandTable {
  const path = join(root, 'schemas', 'commands.json');
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failShared('file_unreadable', {
      operation: 'parse',
      target: path,
      reason: 'it is not valid JSON',
      cause,
    });
  }
}
