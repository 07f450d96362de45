// Putting something into JSON the way its author writes: their indentation, their line ends, or all on one line.

import type { Node } from './document.js';
import type { Edit } from './edit.js';

/** `name` is for a member of an object; an element of a list has none. */
export interface Addition {
  readonly name?: string;
  readonly value: unknown;
}

/** Behind the last child of an object or a list. */
export function insertion(text: string, container: Node, addition: Addition): Edit {
  const last = container.children?.at(-1);
  if (last === undefined) return intoEmpty(text, container, addition);
  const end = last.offset + last.length;
  const ownLine = lineStart(text, last.offset).trim() === '';
  if (!ownLine) {
    const gap = /[:,]\s/.test(text.slice(container.offset, container.offset + container.length)) ? ' ' : '';
    return { offset: end, removed: '', inserted: `,${gap}${compact(addition)}` };
  }
  const indent = lineStart(text, last.offset);
  const inserted = `,${eolOf(text)}${indent}${pretty(text, addition, indent)}`;
  return { offset: end, removed: '', inserted };
}

/** In the place of a value that means nothing: `null`. */
export function replacement(text: string, node: Node, value: unknown): Edit {
  const removed = text.slice(node.offset, node.offset + node.length);
  const indent = /^\s*/.exec(lineStart(text, node.offset))?.[0] ?? '';
  const inserted = isOneLine(text) ? JSON.stringify(value) : pretty(text, { value }, indent);
  return { offset: node.offset, removed, inserted };
}

function intoEmpty(text: string, container: Node, addition: Addition): Edit {
  const offset = container.offset + 1;
  const removed = text.slice(offset, container.offset + container.length - 1);
  if (isOneLine(text) && text.trim().length > 2) return { offset, removed, inserted: compact(addition) };
  const outer = /^\s*/.exec(lineStart(text, container.offset))?.[0] ?? '';
  const indent = outer + unitOf(text);
  const eol = eolOf(text);
  return { offset, removed, inserted: `${eol}${indent}${pretty(text, addition, indent)}${eol}${outer}` };
}

function pretty(text: string, { name, value }: Addition, indent: string): string {
  const lines = JSON.stringify(value, null, unitOf(text))
    .split('\n')
    .join(`${eolOf(text)}${indent}`);
  return name === undefined ? lines : `${JSON.stringify(name)}: ${lines}`;
}

function compact({ name, value }: Addition): string {
  return name === undefined ? JSON.stringify(value) : `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

/** What stands before an offset on its line. */
function lineStart(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

function isOneLine(text: string): boolean {
  return !text.trim().includes('\n');
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}
