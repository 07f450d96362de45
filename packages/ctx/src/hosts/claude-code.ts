// Claude Code: settings.json in three scopes, which it merges. It reads strict JSON; a comment or a trailing comma makes
// it ignore the whole file without a word.

import { join } from 'node:path';
import type { ContextUse } from '../protocol/host-event.js';
import { membersOf } from '../protocol/members.js';
import { groupedForm } from './grouped-form.js';
import { isOnMachine, personalFolder } from './here.js';
import type { Host, HostPlaces, HostSpeech } from './host.js';
import { decodeWire, encodeWire, wireEvents, wireSample } from './wire.js';

export const claudeCodeSpeech: HostSpeech = {
  name: 'claude-code',
  events: { ...wireEvents, PostToolUseFailure: 'after-tool' },
  decode: (kind, fields) => decodeWire(kind, fields),
  encode: encodeWire,
  contextUse,
  promptIn,
};

export const claudeCode: Host = {
  ...claudeCodeSpeech,
  title: 'Claude Code',
  form: groupedForm(10),
  isHere: (places) => isOnMachine(places, folderOf(places), 'claude'),
  settingsFiles: (places) => ({
    user: join(folderOf(places), 'settings.json'),
    project: join(places.root, '.claude', 'settings.json'),
    local: join(places.root, '.claude', 'settings.local.json'),
  }),
  sample: wireSample,
};

function folderOf(places: HostPlaces): string {
  return personalFolder(places, 'CLAUDE_CONFIG_DIR', '.claude');
}

/** Each answer of the model stands in the transcript with its usage; the size of the window does not. */
function contextUse(line: unknown): ContextUse | undefined {
  const { type, isSidechain, message } = membersOf(line);
  if (type !== 'assistant' || isSidechain === true) return undefined;
  const usage = membersOf(membersOf(message)['usage']);
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'];
  const used = parts.reduce((sum, name) => sum + (Number(usage[name] ?? 0) || 0), 0);
  return used > 0 ? { used, window: undefined } : undefined;
}

/** What a person typed is a plain text; results of tools and what Claude Code adds itself are not. */
function promptIn(line: unknown): string | undefined {
  const { type, isMeta, isSidechain, message } = membersOf(line);
  if (type !== 'user' || isMeta === true || isSidechain === true) return undefined;
  const { content } = membersOf(message);
  return typeof content === 'string' ? content : undefined;
}
