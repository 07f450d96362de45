// A host whose hooks are a file of code: the whole file is ours, or it is not ours at all.

import { fail } from '../../protocol/codes.js';
import type { Host, Program, SettingsForm } from '../host.js';
import { pluginMark } from '../opencode-plugin.js';
import type { Planned } from './plan.js';
import { commandFor, type OwnHook } from './registration.js';

export type PluginForm = Extract<SettingsForm, { readonly kind: 'plugin' }>;

export function withPlugin(text: string, file: string, form: PluginForm, program: Program): Planned {
  if (text.trim() !== '' && !isOwnPlugin(text)) {
    const [place, wanted] = ['the file', 'one that ctx wrote; move yours to another name'];
    throw fail('settings_misshapen', {
      operation: 'read_settings',
      target: file,
      line: 1,
      column: 1,
      place,
      wanted,
    });
  }
  const inserted = form.text(program);
  return { text: inserted, edits: [{ offset: 0, removed: text, inserted }] };
}

export function isOwnPlugin(text: string): boolean {
  return pluginMark.test(text);
}

/** One for each event that it asks about. A file that was changed starts something else than its mark says. */
export function pluginHooks(text: string, file: string, host: Host, form: PluginForm): OwnHook[] {
  const [, words = '', number] = pluginMark.exec(text) ?? [];
  const program = programIn(words);
  if (program === undefined) return [];
  const isWhole = form.text(program) === text;
  return Object.keys(host.events).map((event) => ({
    host: host.name,
    layout: Number(number),
    starts: program,
    file,
    event,
    group: 0,
    handler: 0,
    matcher: undefined,
    command: isWhole ? commandFor(program, host, event) : `${file} (changed)`,
    timeout: undefined,
  }));
}

function programIn(words: string): Program | undefined {
  try {
    const value: unknown = JSON.parse(words);
    return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}
