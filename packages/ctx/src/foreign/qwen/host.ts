// Qwen Code: chats below a folder for each project.

import { join } from 'node:path';
import { membersOf } from '../fields.js';
import { filesBelow } from '../find-files.js';
import type { TranscriptHost } from '../transcript-host.js';
import { qwenReader } from './reader.js';

export const qwen: TranscriptHost = {
  name: 'qwen',
  recognises: (lines) =>
    lines.some((line) => {
      const { sessionId, uuid, provenance, message } = membersOf(line);
      const isQwens = typeof provenance === 'string' || Array.isArray(membersOf(message)['parts']);
      return isQwens && typeof sessionId === 'string' && typeof uuid === 'string';
    }),
  reader: qwenReader,
  find: ({ home }) => filesBelow(join(home, '.qwen', 'projects'), 3, (name) => name.endsWith('.jsonl')),
};
