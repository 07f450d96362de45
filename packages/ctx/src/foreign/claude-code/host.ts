// Claude Code: where its transcripts are, how to know one, and which files of subagents belong to it.

import { basename, dirname, join } from 'node:path';
import { isThere } from '../../disk/is-there.js';
import { namesIn } from '../../disk/names-in.js';
import { membersOf, wordOf } from '../fields.js';
import { filesBelow } from '../find-files.js';
import { jsonBeside } from '../json-beside.js';
import type { SubagentFile, TranscriptHost } from '../transcript-host.js';
import { claudeReader } from './reader.js';

export const claudeCode: TranscriptHost = {
  name: 'claude-code',
  recognises: (lines) =>
    lines.some((line) => {
      const { sessionId, uuid, type, message, provenance } = membersOf(line);
      if (provenance !== undefined || membersOf(message)['parts'] !== undefined) return false;
      const isLine = type === 'user' || type === 'assistant' || type === 'system' || type === 'attachment';
      return typeof sessionId === 'string' && (isLine ? typeof uuid === 'string' : true);
    }),
  reader: claudeReader,
  subagents: subagentsOf,
  find({ home, env }) {
    const root = join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects');
    return filesBelow(root, 2, (name) => name.endsWith('.jsonl') && !name.startsWith('agent-'));
  },
};

/** `<session>/subagents/agent-<id>.jsonl`, with a `.meta.json` that names the call. */
function subagentsOf(transcript: string): readonly SubagentFile[] {
  const folder = join(dirname(transcript), basename(transcript, '.jsonl'), 'subagents');
  if (!isThere(folder)) return [];
  const names = namesIn(folder).filter((name) => /^agent-.+\.jsonl$/.test(name));
  return names.sort().map((name) => {
    const agent_id = name.slice('agent-'.length, -'.jsonl'.length);
    const meta = membersOf(jsonBeside(join(folder, `agent-${agent_id}.meta.json`)));
    return {
      path: join(folder, name),
      name,
      agent_id,
      call_id: wordOf(meta['toolUseId']),
    };
  });
}
