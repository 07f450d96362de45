// What a settings file becomes when servers are put in or taken out. Nothing is written here.

import { memberOf, misshapen, type Node, rootOf } from '../../hosts/settings/document.js';
import { applied, type Edit } from '../../hosts/settings/edit.js';
import { insertion, replacement } from '../../hosts/settings/insert.js';
import { removalOf } from '../../hosts/settings/removal.js';
import type { PutServer } from './records.js';

export interface PlannedText {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** Behind the others: what a person put there keeps its place. */
export function withServers(
  text: string,
  file: string,
  member: string,
  servers: readonly PutServer[],
): PlannedText {
  const edits: Edit[] = [];
  let next = text;
  const step = (edit: Edit) => {
    edits.push(edit);
    next = applied(next, edit);
  };
  if (servers.length === 0) return { text, edits };
  if (next.trim() === '') step({ offset: 0, removed: next, inserted: '{}\n' });
  for (const { name, value } of servers) {
    const root = rootOf(next, file);
    const list = memberOf(next, file, root, member);
    const alone = Object.fromEntries([[name, value]]);
    if (list === undefined) step(insertion(next, root, { name: member, value: alone }));
    else if (list.type === 'null') step(replacement(next, list, alone));
    else step(insertion(next, objectOf(next, file, member, list), { name, value }));
  }
  return { text: next, edits };
}

/** Only these go, and the list itself where it held nothing else. */
export function withoutServers(text: string, file: string, member: string, names: readonly string[]): string {
  let next = text;
  for (const name of names) {
    const root = rootOf(next, file);
    const list = memberOf(next, file, root, member);
    if (list === undefined || list.type === 'null') return next;
    const children = objectOf(next, file, member, list).children ?? [];
    const own = children.find(({ children: pair }) => pair?.[0]?.value === name);
    if (own === undefined) continue;
    const holder = root.children?.find(({ children: pair }) => pair?.[1] === list);
    const isLast = children.length === 1 && holder !== undefined;
    next = applied(next, isLast ? removalOf(next, root, holder) : removalOf(next, list, own));
  }
  return next;
}

/** What is configured under this name. */
export function serverIn(text: string, file: string, member: string, name: string): unknown {
  if (text.trim() === '') return undefined;
  const list = memberOf(text, file, rootOf(text, file), member);
  if (list === undefined || list.type === 'null') return undefined;
  const own = memberOf(text, file, objectOf(text, file, member, list), name);
  return own === undefined ? undefined : parsed(text, own);
}

function objectOf(text: string, file: string, member: string, list: Node): Node {
  if (list.type !== 'object') throw misshapen(text, file, list, `\`${member}\``, 'an object');
  return list;
}

function parsed(text: string, { offset, length }: Node): unknown {
  return JSON.parse(text.slice(offset, offset + length));
}
