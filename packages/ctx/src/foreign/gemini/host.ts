// Gemini CLI: chats below a folder for each project.

import { basename, dirname, join } from 'node:path';
import { sha256 } from '../../disk/digest.js';
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

/**
 * Chats lie below a name of the folder that they are about, which `~/.gemini/projects.json` tells. Older versions took the
 * digest of its path for its name.
 */
function workedIn(transcript: string, folders: readonly string[]): string | undefined {
  const project = dirname(dirname(transcript));
  const { projects } = membersOf(jsonBeside(join(project, '..', '..', 'projects.json')));
  const named = Object.entries(membersOf(projects)).find(([, name]) => name === basename(project));
  return named?.[0] ?? folders.find((folder) => sha256(folder) === basename(project));
}
