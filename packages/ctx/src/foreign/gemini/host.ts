// Gemini CLI: chats below a folder for each project.

import { basename, dirname, join } from 'node:path';
import { listOf, membersOf } from '../fields.js';
import { filesBelow } from '../find-files.js';
import { jsonBeside } from '../json-beside.js';
import type { TranscriptHost } from '../transcript-host.js';
import { geminiReader } from './reader.js';

export const gemini: TranscriptHost = {
  name: 'gemini',
  recognises: (lines) => {
    const { sessionId, projectHash } = membersOf(lines[0]);
    return typeof sessionId === 'string' && typeof projectHash === 'string';
  },
  linesOf(document) {
    const { messages, lastUpdated: _, ...head } = membersOf(document);
    return Array.isArray(messages) && typeof head['sessionId'] === 'string'
      ? [head, ...listOf(messages)]
      : undefined;
  },
  reader: geminiReader,
  workedIn,
  find: ({ home }) =>
    filesBelow(join(home, '.gemini', 'tmp'), 3, (name) => /^session-.*\.jsonl?$/.test(name)),
};

/** `~/.gemini/projects.json` has the name of each folder, and chats lie below the name. */
function workedIn(transcript: string): string | undefined {
  const project = dirname(dirname(transcript));
  const { projects } = membersOf(jsonBeside(join(project, '..', '..', 'projects.json')));
  return Object.entries(membersOf(projects)).find(([, name]) => name === basename(project))?.[0];
}
