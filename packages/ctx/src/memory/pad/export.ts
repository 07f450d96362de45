// The pad's entries as files of a folder. Names that come from an entry are made safe, and stay inside it.

import { resolve } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { pathInside } from '../../disk/inside.js';
import { isThere } from '../../disk/is-there.js';
import { fail } from '../../protocol/codes.js';
import { ensureFolder } from '../ensure-folder.js';
import type { PadEntry } from './document.js';

export interface Exported {
  readonly id: number;
  readonly path: string;
}

/** All names are checked before the first file is written. */
export function exportEntries(
  entries: readonly PadEntry[],
  folder: string,
  cwd: string,
  force: boolean,
): Exported[] {
  const root = resolve(cwd, folder);
  ensureFolder(root);
  const taken = new Set<string>();
  const planned = entries.map((entry) => {
    const name = freeName(entry, taken);
    const path = pathInside(root, name);
    if (!force && isThere(path)) throw fail('file_exists', { operation: 'write', target: path });
    return { entry, path };
  });
  for (const { entry, path } of planned) {
    const { content } = entry;
    writeAtomically(path, content.kind === 'text' ? `${content.text}\n` : content.bytes, 0o600);
  }
  return planned.map(({ entry, path }) => ({ id: entry.id, path }));
}

function freeName({ id, content }: PadEntry, taken: Set<string>): string {
  const wanted = content.kind === 'text' ? `pad-${id}.md` : safeName(content.name, id);
  // Some file systems take `A` and `a` for the same name.
  const name = taken.has(wanted.toLowerCase()) ? `${id}-${wanted}` : wanted;
  taken.add(name.toLowerCase());
  return name;
}

/** One plain name: no folders, no dots in front, nothing that a file system could take for something else. */
export function safeName(name: string, id: number): string {
  const plain = name
    .replace(/[\p{Cc}\p{Bidi_Control}/\\:*?"<>|]/gu, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  let short = plain.toWellFormed();
  while (Buffer.byteLength(short) > 200) short = [...short].slice(0, -1).join('');
  return short === '' ? `pad-${id}` : short;
}
