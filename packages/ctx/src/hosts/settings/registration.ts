// What we register in a host, and how we know it again: the command itself carries a mark with a version, because hosts
// refuse fields that they do not know.

import { join } from 'node:path';
import { shellWord } from '../../disk/shell-word.js';
import type { Host, RegisteredHook, Scope } from '../host.js';
import { layout, layoutFlag } from '../layout.js';
import { memberOf, misshapen, type Node } from './document.js';

/** In seconds. A hook takes a twentieth of one; this is for a machine on its knees. */
const timeout = 10;

/**
 * The words that start the program. For one person: its own path and that of the Node that runs it, never a package
 * runner. For a team, whose machines have it in different places: its name.
 */
export type Program = readonly string[];

/** What this install of ctx registers. Paths of this machine mean nothing to the others of a team. */
export function programFor(scope: Scope, shippedFolder: string): Program {
  return scope === 'project' ? ['ctx-hook'] : [process.execPath, join(shippedFolder, 'hook.cjs')];
}

export interface OwnHook extends RegisteredHook {
  readonly host: string;
  readonly layout: number;
  readonly starts: Program;
}

export function commandFor(program: Program, host: Host, event: string): string {
  return [...program.map(shellWord), host.name, event, layoutFlag, layout].join(' ');
}

export function groupFor(program: Program, host: Host, event: string) {
  return { hooks: [{ type: 'command', command: commandFor(program, host, event), timeout }] };
}

/** All of ours in a file. Whatever else stands there is checked only as far as we have to go through it. */
export function ownHooks(text: string, file: string, root: Node, host: Host): OwnHook[] {
  const found: OwnHook[] = [];
  for (const place of handlersIn(text, file, root)) {
    const values = valuesOf(place.handler);
    const mark = typeof values['command'] === 'string' ? markIn(values['command'], host) : undefined;
    if (mark === undefined) continue;
    const matcher = valuesOf(place.group)['matcher'];
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
export function mentionsIn(text: string, file: string, root: Node, host: Host): Mention[] {
  return [...handlersIn(text, file, root)].flatMap((place) => {
    const { command } = valuesOf(place.handler);
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
export function* handlersIn(text: string, file: string, root: Node): Generator<HandlerPlace> {
  const hooks = memberOf(text, file, root, 'hooks');
  if (hooks === undefined || hooks.type === 'null') return;
  if (hooks.type !== 'object') throw misshapen(text, file, hooks, '`hooks`', 'an object');
  for (const member of hooks.children ?? []) {
    const [name, list] = member.children ?? [];
    if (list?.type !== 'array') continue;
    for (const [groupIndex, group] of (list.children ?? []).entries()) {
      const handlers = group.type === 'object' ? memberOf(text, file, group, 'hooks') : undefined;
      if (handlers?.type !== 'array') continue;
      for (const [handlerIndex, handler] of (handlers.children ?? []).entries()) {
        if (handler.type !== 'object') continue;
        const event = String(name?.value);
        yield { event, hooks, member, list, group, handlers, handler, groupIndex, handlerIndex };
      }
    }
  }
}

export function isOwn({ handler }: HandlerPlace, host: Host): boolean {
  const { command } = valuesOf(handler);
  return typeof command === 'string' && markIn(command, host) !== undefined;
}

function markIn(command: string, host: Host) {
  const [, start, name, number] =
    new RegExp(`^(.*?)(?: hook)? (\\S+) \\S+ ${layoutFlag} (\\d+)\\s*$`, 's').exec(command) ?? [];
  if (start === undefined || name !== host.name) return undefined;
  return { host: host.name, command, layout: Number(number), starts: unquoted(start) };
}

function valuesOf(object: Node): Readonly<Record<string, unknown>> {
  const entries = (object.children ?? []).map(({ children }) => [children?.[0]?.value, children?.[1]?.value]);
  return Object.fromEntries(entries);
}

function unquoted(words: string): string[] {
  const found = words.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? [];
  return found.map((word) => word.replace(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'"));
}
