// Subagents that older versions told of in their parent's own file: chains of records, each hanging on the one before it.

import { type Members, wordOf } from '../fields.js';

/** Of more records than this, a chain that goes on is taken for a new one. */
const mostKept = 100_000;

export function sidechains(): { of(line: Members): string | undefined } {
  const roots = new Map<string, string>();
  return {
    of(line) {
      if (line['isSidechain'] !== true) return undefined;
      const uuid = wordOf(line['uuid']) ?? '';
      const root = roots.get(wordOf(line['parentUuid']) ?? '') ?? `side-${uuid.slice(0, 8)}`;
      if (roots.size > mostKept) roots.clear();
      roots.set(uuid, root);
      return root;
    },
  };
}
