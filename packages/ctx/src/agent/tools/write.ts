// The tool `write`: a file in the workspace, whole or not at all.

import { longestPath } from '../../policy/subject.js';
import type { Tool } from '../ports.js';
import { fieldsOf, textIn } from './input.js';
import { replaceFile } from './replace-file.js';
import { failedOutcome, inParentFolder, reachOf } from './workspace.js';
import type { WriteGuard } from './write-guard.js';

export function writeTool(root: string, guard: WriteGuard): Tool {
  return {
    name: 'write',
    description:
      'Writes a text file in the workspace, in place of one that is there. Makes the folders it needs.',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', maxLength: longestPath, description: 'Relative to the workspace.' },
        content: { type: 'string', description: 'All of the file.' },
      },
      required: ['path', 'content'],
      additionalProperties: false,
    },
    readOnly: false,
    subject: { field: 'path', kind: 'path' },
    async preview(input, judge) {
      const { path, content } = fieldsOf(input);
      if (typeof path !== 'string' || typeof content !== 'string') return undefined;
      const { diffText, fileNow, wayOf } = await import('./file-preview.js');
      const before = fileNow(root, path, judge);
      return before === undefined ? undefined : diffText(wayOf(root, path), before, content);
    },
    async run(input, options) {
      const path = textIn(input, 'path');
      const content = Buffer.from(textIn(input, 'content'));
      try {
        inParentFolder({ ...reachOf(root, options), guard }, path, (file) =>
          replaceFile(file, path, content),
        );
        return { output: `Wrote ${content.length} bytes to ${path}.`, is_error: false };
      } catch (error) {
        return failedOutcome(error, path);
      }
    },
  };
}
