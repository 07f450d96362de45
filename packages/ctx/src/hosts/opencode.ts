// opencode: no settings and no commands, but a file of code that it loads into itself (opencode-plugin.ts). That file starts our program
// for each event, says what stands here as JSON, and does what the answer says: a tool is denied by throwing.

import { join } from 'node:path';
import type { ContextUse, EventKind, HostEvent, HostReply } from '../protocol/host-event.js';
import { type Fields, fieldsOf, textOf } from './fields.js';
import { denialIn } from './guarded.js';
import { isOnMachine } from './here.js';
import type { Host, HostSpeech, Places, Scope } from './host.js';
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
  settingsFile(scope: Scope, places: Places) {
    switch (scope) {
      case 'user':
        return join(folderOf(places), 'plugins', 'ctx.js');
      case 'project':
        return join(places.root, '.opencode', 'plugins', 'ctx.js');
      case 'local':
        return undefined;
    }
  },
  sample,
};

function folderOf({ env }: Places): string {
  const home = env['HOME'] || process.getBuiltinModule('node:os').homedir();
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode');
}

function decode(kind: EventKind, fields: Fields): HostEvent {
  const text = (name: string) => textOf(fields[name]);
  const common = {
    session: text('session'),
    transcript: undefined,
    folder: text('directory'),
    agent: text('agent'),
    model: text('model'),
  };
  const tool = () => toolUse(tools, fields['tool'], fields['args'], fields['call']);
  switch (kind) {
    case 'session-start':
      return { ...common, kind, source: text('source') ?? 'startup' };
    case 'prompt':
      return { ...common, kind, prompt: text('prompt') ?? '', again: false };
    case 'before-tool':
    case 'permission':
      return { ...common, kind, tool: tool() };
    case 'after-tool':
      return { ...common, kind, tool: tool(), failed: fields['failed'] === true, output: fields['output'] };
    case 'compacting':
      return { ...common, kind };
    case 'subagent-start':
    case 'subagent-stop':
      return { ...common, kind };
    case 'stop':
      return { ...common, kind, again: false, output: text('output') };
    case 'session-end':
      return { ...common, kind, reason: text('reason') ?? 'other' };
  }
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
  return { session: 'ctx-hooks-verify', directory: folder, ...fieldsOf(own[event]) };
}
