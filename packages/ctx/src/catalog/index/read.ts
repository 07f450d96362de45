// Questions to an index, each answered from the few ranges that it needs.

import type { Entry } from '../entry.js';
import { type Kind, kinds } from '../kinds.js';
import { DamagedIndex, type IndexBytes } from './bytes.js';
import type { Meta } from './encode.js';
import { hashOf, pairBytes, type SectionName, termBytes, wordsIn } from './format.js';

export interface Term {
  /** How many entries have it. */
  readonly having: number;
  /** Its strongest postings, at most so many: pairs of a node and `impactScale` times the impact. */
  postings(most: number): Uint32Array;
}

/** An edge as it is kept: weight from 0 to 255, kind, and the number of its reason. */
export const weightOf = (what: number) => what & 0xff;
export const edgeKindOf = (what: number) => (what >>> 8) & 3;
export const reasonOf = (what: number) => what >>> 10;

export interface CatalogIndex {
  readonly meta: Meta;
  term(text: string): Term | undefined;
  find(id: string): number | undefined;
  /** Without its relations: those are its edges. */
  entry(node: number): Entry;
  kindOf(node: number): Kind;
  degree(node: number): number;
  /** The strongest edges of a node, at most so many: pairs of a node and what the edge is. */
  edges(node: number, most: number): Uint32Array;
  reason(number: number): string;
  verify(): void;
  close(): void;
}

export function readIndex(bytes: IndexBytes): CatalogIndex {
  const meta = metaOf(bytes);
  /** Where each kind's nodes begin. */
  const starts = kinds.map((_, i) =>
    kinds.slice(0, i).reduce((sum, kind) => sum + meta.nodes_by_kind[kind], 0),
  );
  const range = (section: SectionName, node: number) => {
    const pair = bytes.read(section, node * 4, 8);
    return { from: pair.readUInt32LE(0), to: pair.readUInt32LE(4) };
  };
  const textOf = (offsets: SectionName, texts: SectionName, number: number) => {
    const { from, to } = range(offsets, number);
    return bytes.read(texts, from, to - from).toString('utf8');
  };
  /** Pairs whose first is a node. */
  const pairs = (section: 'postings' | 'edges', first: number, count: number): Uint32Array => {
    const words = wordsIn(bytes.read(section, first * pairBytes, count * pairBytes));
    for (let i = 0; i < words.length; i += 2) {
      if ((words[i] ?? 0) >= meta.nodes)
        throw new DamagedIndex('it refers to an entry that it does not have');
    }
    return words;
  };
  const entry = (node: number): Entry => {
    const value = parse(textOf('record_offsets', 'records', node));
    if (isEntry(value)) return value;
    throw new DamagedIndex(`entry ${node} is damaged`);
  };
  const termAt = (number: number) => {
    const record = bytes.read('terms', number * termBytes, termBytes);
    const text = bytes.read('term_text', record.readUInt32LE(0), record.readUInt32LE(4)).toString('utf8');
    return { text, first: record.readUInt32LE(8), having: record.readUInt32LE(12) };
  };
  return {
    meta,
    term(text) {
      let record = { text: '', first: 0, having: 0 };
      const found = lookUp(bytes, 'term_slots', text, (candidate) => {
        record = termAt(candidate);
        return record.text;
      });
      if (found === undefined) return undefined;
      const { first, having } = record;
      return {
        having,
        postings: (most) => pairs('postings', first, Math.min(most, having)),
      };
    },
    find: (id) => lookUp(bytes, 'ids', id, (node) => entry(node).id),
    entry,
    kindOf: (node) => kinds[starts.findLastIndex((start) => node >= start)] ?? 'harness',
    degree(node) {
      const { from, to } = range('edge_offsets', node);
      return to - from;
    },
    edges(node, most) {
      const { from, to } = range('edge_offsets', node);
      return pairs('edges', from, Math.min(to - from, most));
    },
    reason: (number) => textOf('reason_offsets', 'reasons', number),
    verify: () => bytes.verifyAll(),
    close: () => bytes.close(),
  };
}

/** Entries were checked when they came in, and their bytes when they were read. */
function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'id' in value && 'kind' in value && 'tags' in value;
}

function metaOf(bytes: IndexBytes): Meta {
  const value: unknown = parse(bytes.read('meta', 0, bytes.lengthOf('meta')).toString('utf8'));
  if (isMeta(value)) return value;
  throw new DamagedIndex('its first section is damaged');
}

/** Written by us and checked by its checksum: the shape follows from the version. */
function isMeta(value: unknown): value is Meta {
  return typeof value === 'object' && value !== null && 'stamp' in value && 'nodes' in value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DamagedIndex('a record is not JSON');
  }
}

function lookUp(bytes: IndexBytes, section: SectionName, key: string, keyAt: (number: number) => string) {
  const size = bytes.lengthOf(section) / 4;
  let slot = hashOf(key) & (size - 1);
  for (let looked = 0; looked < size; looked++) {
    const number = bytes.read(section, slot * 4, 4).readUInt32LE(0);
    if (number === 0) return undefined;
    if (keyAt(number - 1) === key) return number - 1;
    slot = (slot + 1) & (size - 1);
  }
  return undefined;
}
