// Which entries have which term, gathered and then put in order.

import { addUp, increment, wider } from './columns.js';

export interface Postings {
  readonly terms: readonly string[];
  /** Where each term's postings begin; one more at the end. */
  readonly offsets: Uint32Array;
  /** Strongest first within a term, then by node. */
  readonly nodes: Uint32Array;
  readonly impacts: Uint16Array;
}

export function gatherPostings() {
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  let capacity = 1 << 16;
  let term = new Uint32Array(capacity);
  let node = new Uint32Array(capacity);
  let impact = new Uint16Array(capacity);
  let count = 0;
  const grow = () => {
    capacity *= 2;
    term = wider(term, new Uint32Array(capacity));
    node = wider(node, new Uint32Array(capacity));
    impact = wider(impact, new Uint16Array(capacity));
  };
  return {
    add(text: string, ofNode: number, strength: number) {
      let number = numbers.get(text);
      if (number === undefined) {
        number = terms.push(text) - 1;
        numbers.set(text, number);
      }
      if (count === capacity) grow();
      term[count] = number;
      node[count] = ofNode;
      impact[count] = Math.min(65_535, Math.round(strength));
      count++;
    },
    finish: (): Postings => sortByTerm(terms, term, node, impact, count),
  };
}

function sortByTerm(
  terms: readonly string[],
  term: Uint32Array,
  node: Uint32Array,
  impact: Uint16Array,
  count: number,
): Postings {
  const offsets = new Uint32Array(terms.length + 1);
  for (let i = 0; i < count; i++) increment(offsets, (term[i] ?? 0) + 1);
  addUp(offsets);
  const next = offsets.slice();
  // Impact and node in one number, so that a plain numeric sort orders both.
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const number = term[i] ?? 0;
    keys[next[number] ?? 0] = (65_535 - (impact[i] ?? 0)) * 0x100000000 + (node[i] ?? 0);
    increment(next, number);
  }
  const nodes = new Uint32Array(count);
  const impacts = new Uint16Array(count);
  for (let i = 0; i < terms.length; i++) keys.subarray(offsets[i], offsets[i + 1]).sort();
  for (let i = 0; i < count; i++) {
    const key = keys[i] ?? 0;
    const high = Math.floor(key / 0x100000000);
    impacts[i] = 65_535 - high;
    nodes[i] = key - high * 0x100000000;
  }
  return { terms, offsets, nodes, impacts };
}
