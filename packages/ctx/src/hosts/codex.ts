// Codex: hooks.json beside its config.toml, the same form as Claude Code's; it refuses fields that it does not know, and
// skips every hook that nobody has trusted.

import { join } from 'node:path';
import type { ContextUse } from '../protocol/host-event.js';
import { membersOf, wordOf } from '../protocol/members.js';
import { groupedForm } from './grouped-form.js';
import { isOnMachine, personalFolder } from './here.js';
import type { Host, HostPlaces, HostSpeech, RegisteredHook } from './host.js';
import { decodeWire, encodeWire, wireEvents, wireSample } from './wire.js';

export const codexSpeech: HostSpeech = {
  name: 'codex',
  events: wireEvents,
  decode: (kind, fields) => decodeWire(kind, fields),
  encode: encodeWire,
  contextUse,
  promptIn,
};

export const codex: Host = {
  ...codexSpeech,
  title: 'Codex',
  form: groupedForm(10),
  isHere: (places) => isOnMachine(places, folderOf(places), 'codex'),
  settingsFiles: (places) => ({
    user: join(folderOf(places), 'hooks.json'),
    project: join(places.root, '.codex', 'hooks.json'),
  }),
  sample: (event, folder) => ({ ...wireSample(event, folder), model: 'gpt-5', turn_id: 'x' }),
  trust: {
    how: 'start codex and look at them with /hooks',
    async isTrusted(hook: RegisteredHook, places: HostPlaces) {
      // Only a look at the trust needs a TOML reader and a hash.
      const { isTrusted } = await import('./codex-trust.js');
      return isTrusted(hook, join(folderOf(places), 'config.toml'));
    },
  },
};

function folderOf(places: HostPlaces): string {
  return personalFolder(places, 'CODEX_HOME', '.codex');
}

function contextUse(line: unknown): ContextUse | undefined {
  const { type, payload } = membersOf(line);
  const { type: kind, info } = membersOf(payload);
  if (type !== 'event_msg' || kind !== 'token_count') return undefined;
  const { last_token_usage: last, model_context_window: window } = membersOf(info);
  const used = Number(membersOf(last)['total_tokens']);
  if (!(used > 0)) return undefined;
  return { used, window: typeof window === 'number' && window > 0 ? window : undefined };
}

/** What a person typed; newer versions write it as an item, older ones as a message. */
function promptIn(line: unknown): string | undefined {
  const { type, payload } = membersOf(line);
  if (type !== 'event_msg') return undefined;
  const { type: kind, message, item } = membersOf(payload);
  if (kind === 'user_message') return wordOf(message);
  const { type: itemKind, content } = membersOf(item);
  if (kind !== 'item_completed' || itemKind !== 'UserMessage' || !Array.isArray(content)) return undefined;
  return wordOf(content.map((part: unknown) => wordOf(membersOf(part)['text']) ?? '').join('\n'));
}
