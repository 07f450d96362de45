// What a settings file becomes when our hooks are put in or taken out. Nothing is written here.

import type { Host, Program } from '../host.js';
import { memberOf, misshapen, type Node, rootOf } from './document.js';
import { applied, type Edit } from './edit.js';
import { insertion, replacement } from './insert.js';
import { entryFor, type HandlerPlace, handlersIn, isOwn, type JsonForm } from './registration.js';
import { removalOf } from './removal.js';

export interface Planned {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** Our hooks at the end of every event's list: what others registered keeps its place. */
export function withHooks(text: string, file: string, host: Host, form: JsonForm, program: Program): Planned {
  const edits: Edit[] = [];
  let next =
    text.trim() === '' ? step(edits, text, { offset: 0, removed: text, inserted: form.start }) : text;
  const root = rootOf(next, file);
  const hooks = memberOf(next, file, root, 'hooks');
  const events = Object.keys(host.events);
  if (hooks === undefined || hooks.type === 'null') {
    const value = Object.fromEntries(events.map((event) => [event, [entryFor(program, host, form, event)]]));
    const edit =
      hooks === undefined ? insertion(next, root, { name: 'hooks', value }) : replacement(next, hooks, value);
    return { text: step(edits, next, edit), edits };
  }
  for (const event of events)
    next = step(edits, next, additionOf(next, file, entryFor(program, host, form, event), event));
  return { text: next, edits };
}

function additionOf(text: string, file: string, entry: object, event: string): Edit {
  const hooks = memberOf(text, file, rootOf(text, file), 'hooks');
  if (hooks?.type !== 'object') {
    throw misshapen(text, file, hooks ?? rootOf(text, file), '`hooks`', 'an object');
  }
  const list = memberOf(text, file, hooks, event);
  if (list === undefined) return insertion(text, hooks, { name: event, value: [entry] });
  if (list.type === 'null') return replacement(text, list, [entry]);
  if (list.type !== 'array') throw misshapen(text, file, list, `\`hooks.${event}\``, 'a list');
  return insertion(text, list, { value: entry });
}

/** Only ours go, and what held nothing else: the group, the event, `hooks` itself. */
export function withoutHooks(text: string, file: string, host: Host, form: JsonForm): Planned {
  const edits: Edit[] = [];
  let next = text;
  for (;;) {
    const root = rootOf(next, file);
    const own = [...handlersIn(next, file, root, form)].find((place) => isOwn(place, host, form));
    if (own === undefined) return { text: next, edits };
    next = step(edits, next, removalOf(next, ...emptied(own, root)));
  }
}

/** The outermost thing that holds nothing but this handler, and what it is in. */
function emptied(
  { handler, handlers, group, list, member, hooks }: HandlerPlace,
  root: Node,
): [container: Node, child: Node] {
  const isAlone = (node: Node) => node.children?.length === 1;
  if (!isAlone(handlers)) return [handlers, handler];
  if (handlers !== list && !isAlone(list)) return [list, group];
  const own = root.children?.find(({ children }) => children?.[1] === hooks);
  return isAlone(hooks) && own !== undefined ? [root, own] : [hooks, member];
}

function step(edits: Edit[], text: string, edit: Edit): string {
  edits.push(edit);
  return applied(text, edit);
}
