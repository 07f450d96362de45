// The outermost keys of a YAML file. Enough to say what the file is, also where its own tool has tags of its own, and
// without the time that a whole YAML parser takes to load.

import type { OpenFile } from './reader.js';

export interface TopLevelKey {
  readonly line: number;
  /** What stands behind the colon, without quotes and comment. */
  readonly value: string;
  /** The items of a plain list below the key. */
  readonly items: readonly string[];
}

/** Keys at the very left of a YAML file. Of several documents, the first that has a key counts. */
export function topLevelKeys(file: OpenFile): Map<string, TopLevelKey> {
  const keys = new Map<string, TopLevelKey>();
  let items: string[] = [];
  for (const [i, line] of file.lines().entries()) {
    const found = /^(?:"([\w$-]+)"|'([\w$-]+)'|([A-Za-z_$][\w$.-]*))\s*:(?:\s+(.*))?$/.exec(line.trimEnd());
    if (found !== null) {
      const name = found[1] ?? found[2] ?? found[3] ?? '';
      items = [];
      if (!keys.has(name)) keys.set(name, { line: i + 1, value: plain(found[4] ?? ''), items });
      continue;
    }
    const item = /^\s*-\s+(\S.*)$/.exec(line)?.[1];
    if (item !== undefined) items.push(plain(item));
  }
  return keys;
}

function plain(text: string): string {
  return text
    .replace(/\s+#.*$/, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
}
