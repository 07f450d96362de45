// Postings in columns while they are gathered: millions of small objects would need gigabytes.

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
    const [widerTerm, widerNode, widerImpact] = [
      new Uint32Array(capacity),
      new Uint32Array(capacity),
      new Uint16Array(capacity),
    ];
    widerTerm.set(term);
    widerNode.set(node);
    widerImpact.set(impact);
    [term, node, impact] = [widerTerm, widerNode, widerImpact];
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
  for (let i = 0; i < count; i++) bump(offsets, (term[i] ?? 0) + 1);
  for (let i = 0; i < terms.length; i++) offsets[i + 1] = (offsets[i + 1] ?? 0) + (offsets[i] ?? 0);
  const next = offsets.slice();
  // Impact and node in one number, so that a plain numeric sort orders both.
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const number = term[i] ?? 0;
    keys[next[number] ?? 0] = (65_535 - (impact[i] ?? 0)) * 0x100000000 + (node[i] ?? 0);
    bump(next, number);
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

function bump(numbers: Uint32Array, at: number) {
  numbers[at] = (numbers[at] ?? 0) + 1;
}
