// What we register in a host, and how we know it again: the command itself carries a mark with a version, because hosts
// refuse fields that they do not know.

import { join } from 'node:path';
import { shellWord } from '../../disk/shell-word.js';
import type { Host, Program, RegisteredHook, Scope, SettingsForm } from '../host.js';
import { layout, layoutFlag } from '../layout.js';
import { isPortable, orAbsent } from '../portable.js';
import { memberOf, misshapen, type Node } from './document.js';

/** How a settings file holds hooks. */
export type JsonForm = Extract<SettingsForm, { readonly kind: 'settings' }>;

/**
 * What this install of ctx registers. For one person: its own path and that of the Node that runs it, never a package runner. Paths of
 * this machine mean nothing to the others of a team, so there it is its name.
 */
export function programFor(scope: Scope, shippedFolder: string): Program {
  return scope === 'project' ? ['ctx-hook'] : [process.execPath, join(shippedFolder, 'hook.cjs')];
}

export interface OwnHook extends RegisteredHook {
  readonly host: string;
  readonly layout: number;
  readonly starts: Program;
}

export function commandFor(program: Program, host: Host, event: string): string {
  const line = [...program.map(shellWord), host.name, event, layoutFlag, layout].join(' ');
  return isPortable(program) ? `${orAbsent(program, host, event)}${line}` : line;
}

/** What is put into the list of an event. */
export function entryFor(program: Program, host: Host, form: JsonForm, event: string): object {
  const handler = form.handler(commandFor(program, host, event));
  return form.grouped ? { hooks: [handler] } : handler;
}

/** All of ours in a file. Whatever else stands there is checked only as far as we have to go through it. */
export function ownHooks(text: string, file: string, root: Node, host: Host, form: JsonForm): OwnHook[] {
  const found: OwnHook[] = [];
  for (const place of handlersIn(text, file, root, form)) {
    const values = valuesOf(place.handler);
    const command = values[form.commandIn];
    const mark = typeof command === 'string' ? markIn(command, host) : undefined;
    if (mark === undefined) continue;
    const matcher = form.grouped ? valuesOf(place.group)['matcher'] : undefined;
    found.push({
      ...mark,
      file,
      event: place.event,
      group: place.groupIndex,
      handler: place.handlerIndex,
      matcher: typeof matcher === 'string' ? matcher : undefined,
      timeout: typeof values['timeout'] === 'number' ? values['timeout'] : undefined,
    });
  }
  return found;
}

/** Lines that name ctx and do not carry our mark: somebody else wrote them. */
export function mentionsIn(text: string, file: string, root: Node, host: Host, form: JsonForm): Mention[] {
  return [...handlersIn(text, file, root, form)].flatMap((place) => {
    const command = valuesOf(place.handler)[form.commandIn];
    const isMention =
      typeof command === 'string' && /ctx/i.test(command) && markIn(command, host) === undefined;
    return isMention ? [{ event: place.event, command }] : [];
  });
}

export interface Mention {
  readonly event: string;
  readonly command: string;
}

export interface HandlerPlace {
  readonly event: string;
  readonly hooks: Node;
  readonly member: Node;
  readonly list: Node;
  readonly group: Node;
  readonly handlers: Node;
  readonly handler: Node;
  readonly groupIndex: number;
  readonly handlerIndex: number;
}

/** Every handler of every event. Hooks of the wrong shape are an error where they stand in our way. */
export function* handlersIn(
  text: string,
  file: string,
  root: Node,
  { grouped }: Pick<JsonForm, 'grouped'>,
): Generator<HandlerPlace> {
  const hooks = memberOf(text, file, root, 'hooks');
  if (hooks === undefined || hooks.type === 'null') return;
  if (hooks.type !== 'object') throw misshapen(text, file, hooks, '`hooks`', 'an object');
  for (const member of hooks.children ?? []) {
    const [name, list] = member.children ?? [];
    if (list?.type !== 'array') continue;
    const event = String(name?.value);
    for (const [groupIndex, group] of (list.children ?? []).entries()) {
      if (!grouped) {
        if (group.type !== 'object') continue;
        const [handlers, handler] = [list, group];
        yield { event, hooks, member, list, group, handlers, handler, groupIndex, handlerIndex: groupIndex };
        continue;
      }
      const handlers = group.type === 'object' ? memberOf(text, file, group, 'hooks') : undefined;
      if (handlers?.type !== 'array') continue;
      for (const [handlerIndex, handler] of (handlers.children ?? []).entries()) {
        if (handler.type !== 'object') continue;
        yield { event, hooks, member, list, group, handlers, handler, groupIndex, handlerIndex };
      }
    }
  }
}

export function isOwn({ handler }: HandlerPlace, host: Host, form: JsonForm): boolean {
  const command = valuesOf(handler)[form.commandIn];
  return typeof command === 'string' && markIn(command, host) !== undefined;
}

function markIn(command: string, host: Host) {
  const [, start, name, number] =
    new RegExp(`^(.*?)(?: hook)? (\\S+) \\S+ ${layoutFlag} (\\d+)\\s*$`, 's').exec(command) ?? [];
  if (start === undefined || name !== host.name) return undefined;
  return {
    host: host.name,
    command,
    layout: Number(number),
    starts: unquoted(start.split('; exec ').at(-1) ?? start),
  };
}

function valuesOf(object: Node): Readonly<Record<string, unknown>> {
  const entries = (object.children ?? []).map(({ children }) => [children?.[0]?.value, children?.[1]?.value]);
  return Object.fromEntries(entries);
}

function unquoted(words: string): string[] {
  const found = words.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? [];
  return found.map((word) => word.replace(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'"));
}
