// opencode: no settings and no commands, but a file of code that it loads into itself (opencode-plugin.ts). That file starts our program
// for each event, says what stands here as JSON, and does what the answer says: a tool is denied by throwing.

import { isAbsolute, join } from 'node:path';
import { homeFolder } from '../disk/home-folder.js';
import type { ContextUse, EventKind, HostEvent, HostReply } from '../protocol/host-event.js';
import { type Members, membersOf, wordOf } from '../protocol/members.js';
import { denialIn } from './denial.js';
import { eventOf } from './event-of.js';
import { isOnMachine } from './here.js';
import type { Host, HostPlaces, HostSpeech } from './host.js';
import { pluginText } from './opencode-plugin.js';
import { type KnownTools, toolUse } from './tool.js';

/** The names are opencode's own where it has one. */
const events = {
  'session.created': 'session-start',
  'chat.message': 'prompt',
  'tool.execute.before': 'before-tool',
  'tool.execute.after': 'after-tool',
  'session.compacted': 'compacting',
  'session.idle': 'stop',
} as const;

const tools: KnownTools = {
  bash: ['Bash', 'command'],
  read: ['Read', 'filePath'],
  write: ['Write', 'filePath'],
  edit: ['Edit', 'filePath'],
  multiedit: ['MultiEdit', 'filePath'],
  patch: ['apply_patch'],
  glob: ['Glob'],
  grep: ['Grep'],
  list: ['LS'],
};

export const opencodeSpeech: HostSpeech = {
  name: 'opencode',
  events,
  decode,
  encode,
  endsAtStop: true,
  contextUse: (): ContextUse | undefined => undefined,
  promptIn: () => undefined,
};

export const opencode: Host = {
  ...opencodeSpeech,
  title: 'opencode',
  form: { kind: 'plugin', text: pluginText },
  isHere: (places) => isOnMachine(places, folderOf(places), 'opencode'),
  settingsFiles: (places) => ({
    user: join(folderOf(places), 'plugins', 'ctx.js'),
    project: join(places.root, '.opencode', 'plugins', 'ctx.js'),
  }),
  sample,
};

function folderOf({ env }: HostPlaces): string {
  const { XDG_CONFIG_HOME: given = '' } = env;
  return join(isAbsolute(given) ? given : join(homeFolder(env), '.config'), 'opencode');
}

function decode(kind: EventKind, fields: Members): HostEvent {
  const text = (name: string) => wordOf(fields[name]);
  const all = {
    session: text('session'),
    transcript: undefined,
    folder: text('directory'),
    agent: text('agent'),
    model: text('model'),
  };
  return eventOf(kind, all, {
    source: text('source'),
    prompt: text('prompt'),
    output: text('output'),
    reason: text('reason'),
    tool: () => toolUse(tools, fields['tool'], fields['args'], fields['call']),
    result: () => ({ failed: fields['failed'] === true, output: fields['output'] }),
  });
}

function encode(event: string, { context, message, refusal }: HostReply): string {
  const isGuard = event === 'tool.execute.before';
  const answer = {
    ...(message === undefined ? {} : { message }),
    ...(refusal === undefined || !isGuard ? {} : denialIn('opencode', refusal)),
    ...(context === undefined ? {} : { context }),
  };
  return Object.keys(answer).length === 0 ? '' : `${JSON.stringify(answer)}\n`;
}

function sample(event: string, folder: string): object {
  const tool = { tool: 'bash', call: 'x', args: { command: 'true', description: 'nothing' } };
  const own: Readonly<Record<string, object>> = {
    'chat.message': { prompt: 'Is this hook in order?' },
    'tool.execute.before': tool,
    'tool.execute.after': { ...tool, output: '' },
  };
  return { session: 'ctx-hooks-verify', directory: folder, ...membersOf(own[event]) };
}
