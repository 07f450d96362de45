// A made-up catalog of the size of everything that is published: 103,000 entries, 2.9 million edges. Always the same.

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { technologies } from '../../packages/ctx/src/scan/technology.js';
import { randomFrom } from '../../packages/ctx/test/faults/random.js';

export const largeNodes = 103_000;
export const largeEdges = 2_900_000;

/** Relations that each entry names; shared tags make up the rest of the edges. */
const relationsEach = 16;

/** Writes the source file of an import. `nodes` entries, not counting the starter catalog's. */
export function writeLargeCatalog(file: string, nodes = largeNodes): void {
  mkdirSync(dirname(file), { recursive: true });
  const random = randomFrom(8);
  const words = technologies()
    .all()
    .filter((name) => /^[a-z0-9.+#-]+$/.test(name));
  const pick = <T>(list: readonly T[], skew = 1) => list[Math.floor(random() ** skew * list.length)];
  const ids = Array.from({ length: nodes }, (_, i) => idOf(i));
  const descriptor = openSync(file, 'w');
  let lines: string[] = [];
  for (let i = 0; i < nodes; i++) {
    const tags = new Set<string>();
    while (tags.size < 3 + Math.floor(random() * 4)) tags.add(pick(words, 2) ?? 'python');
    const together = new Set<string>();
    while (together.size < relationsEach) {
      // Half of the relations are near, half anywhere: communities, and ways between them.
      const near = Math.abs(i + Math.floor((random() - 0.5) * 400)) % nodes;
      const id = ids[random() < 0.5 ? near : Math.floor(random() * nodes)];
      if (id !== undefined && id !== ids[i]) together.add(id);
    }
    const [first, second, third] = [...tags];
    lines.push(
      JSON.stringify({
        id: ids[i],
        kind: kindOf(i),
        name: `${first}-${second}-${i}`,
        summary: `Helps with ${first} and ${second} where ${third} is in use; number ${i} of a generated catalog.`,
        source: `https://example.com/${i}`,
        licence: 'MIT',
        tags: [...tags],
        with: [...together],
        updated: `20${20 + (i % 7)}-0${1 + (i % 9)}-1${i % 10}`,
      }),
    );
    if (lines.length === 2000 || i === nodes - 1) {
      writeSync(descriptor, `${lines.join('\n')}\n`);
      lines = [];
    }
  }
  closeSync(descriptor);
}

function kindOf(i: number): string {
  return i % 10 === 0 ? 'mcp' : i % 100 === 1 ? 'agent' : i % 1000 === 2 ? 'harness' : 'skill';
}

function idOf(i: number): string {
  return `${kindOf(i)}:made/e${i}`;
}
