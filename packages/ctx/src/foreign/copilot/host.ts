// Copilot CLI: a folder for each session, with its events.

import { join } from 'node:path';
import { membersOf } from '../fields.js';
import { filesBelow } from '../find-files.js';
import type { TranscriptHost } from '../transcript-host.js';
import { copilotReader } from './reader.js';

export const copilot: TranscriptHost = {
  name: 'copilot',
  recognises: (lines) => {
    const { type, data } = membersOf(lines[0]);
    return type === 'session.start' && typeof membersOf(data)['sessionId'] === 'string';
  },
  reader: copilotReader,
  find: ({ home, env }) =>
    filesBelow(
      join(env['COPILOT_HOME'] || join(home, '.copilot'), 'session-state'),
      2,
      (name) => name === 'events.jsonl',
    ),
};
