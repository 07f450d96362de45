// Codex: rollouts by day, plain or packed.

import { join } from 'node:path';
import { membersOf } from '../fields.js';
import { filesBelow } from '../find-files.js';
import type { TranscriptHost } from '../transcript-host.js';
import { codexReader } from './reader.js';

export const codex: TranscriptHost = {
  name: 'codex',
  recognises: (lines) =>
    lines.some((line) => {
      const { type, payload } = membersOf(line);
      return type === 'session_meta' && typeof membersOf(payload)['id'] === 'string';
    }),
  reader: codexReader,
  find({ home, env }) {
    const root = join(env['CODEX_HOME'] || join(home, '.codex'), 'sessions');
    return filesBelow(root, 4, (name) => /^rollout-.*\.jsonl(?:\.zst)?$/.test(name));
  },
};
