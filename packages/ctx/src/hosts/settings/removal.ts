// Taking a child out of an object or a list, with the comma that belongs to it and nothing else.

import type { Node } from './document.js';
import type { Edit } from './edit.js';

export function removalOf(text: string, container: Node, child: Node): Edit {
  const children = container.children ?? [];
  const index = children.indexOf(child);
  const before = children[index - 1];
  const behind = children[index + 1];
  if (before !== undefined) return cut(text, endOf(before), endOf(child));
  if (behind !== undefined) return cut(text, child.offset, behind.offset);
  return cut(text, container.offset + 1, endOf(container) - 1);
}

function cut(text: string, from: number, to: number): Edit {
  return { offset: from, removed: text.slice(from, to), inserted: '' };
}

function endOf(node: Node): number {
  return node.offset + node.length;
}
