// The tool `glob`: files of the workspace by a pattern on their paths.

import { longestPath } from '../../policy/subject.js';
import type { Tool } from '../ports.js';
import { optionalTextIn, textIn } from './input.js';
import { pathMatcherOf } from './path-glob.js';
import { failedOutcome, type Reach, reachOf } from './workspace.js';
import { filesBelow, isThere, unreadWords } from './workspace-files.js';

export function globTool(root: string, home: string | undefined, hides?: Reach['hides']): Tool {
  return {
    name: 'glob',
    description:
      'Finds files by a pattern on their paths: *, ?, [a-z], {a,b}, and ** for folders at any depth. Without a slash, the pattern is about names at any depth. What git ignores is left out.',
    input: {
      type: 'object',
      properties: {
        pattern: { type: 'string', minLength: 1 },
        path: {
          type: 'string',
          maxLength: longestPath,
          description: 'The folder to look in; the workspace unless given.',
        },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
    readOnly: true,
    subject: { field: 'path', kind: 'tree', absent: '.' },
    async run(input, options) {
      const folder = optionalTextIn(input, 'path') ?? '.';
      try {
        const matches = pathMatcherOf(textIn(input, 'pattern'));
        const { files, unread } = await filesBelow(reachOf(root, options, hides), folder, home);
        const found = files.filter((file) => matches(file.below) && isThere(file));
        const output = found.map(({ path }) => `${path}\n`).join('');
        const end = unreadWords(unread);
        const said = output === '' ? (end === '' ? 'No file matches.' : 'No file matches.\n') : output;
        return { output: said + end, is_error: false };
      } catch (error) {
        return failedOutcome(error, folder);
      }
    },
  };
}
