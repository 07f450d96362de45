// The sections of the index as bytes.

import type { Edges } from '../edges.js';
import type { Entry } from '../entry.js';
import type { Refusal } from '../sources.js';
import { addUp, increment } from './columns.js';
import {
  blockBytes,
  checksum,
  encodeHead,
  hashOf,
  headBytes,
  pairBytes,
  type Section,
  type SectionName,
  sectionNames,
  sectionsFrom,
  termBytes,
} from './format.js';
import type { Postings } from './postings.js';

/** What the index says about itself, as JSON in its first section. */
export interface Meta {
  readonly nodes: number;
  readonly edges: number;
  readonly terms: number;
  readonly nodes_by_kind: Readonly<Record<'skill' | 'agent' | 'mcp' | 'harness', number>>;
  readonly edges_by_kind: Readonly<Record<'requires' | 'with' | 'similar' | 'tag', number>>;
  readonly sources: readonly { readonly name: string; readonly entries: number }[];
  readonly stamp: string;
  readonly dangling: number;
  /** Entries that another source has under the same id. */
  readonly shadowed: number;
  readonly refused: number;
  readonly first_refusals: readonly Refusal[];
  /** The latest day on which any entry changed, '' where none says. */
  readonly newest: string;
}

export function encodeIndex(
  entries: readonly Entry[],
  postings: Postings,
  edges: Omit<Edges, 'dangling'>,
  meta: Meta,
): Buffer {
  const records = strings(entries.map(recordOf));
  const terms = strings(postings.terms);
  const reasons = strings(edges.reasons);
  const rows = rowsOf(edges, entries.length);
  const parts: Readonly<Record<Exclude<SectionName, 'checksums'>, Buffer>> = {
    meta: Buffer.from(JSON.stringify(meta)),
    record_offsets: records.offsets,
    records: records.text,
    ids: slotsOf(entries.map(({ id }) => id)),
    term_slots: slotsOf(postings.terms),
    terms: termRecords(terms.offsets, postings),
    term_text: terms.text,
    postings: postingRows(postings),
    edge_offsets: rows.offsets,
    edges: rows.edges,
    reason_offsets: reasons.offsets,
    reasons: reasons.text,
  };
  return assemble(parts);
}

/** Relations are left out: the rows of the graph hold them, with their reasons. */
function recordOf({ requires: _, with: __, similar: ___, ...entry }: Entry): string {
  return JSON.stringify(entry);
}

function assemble(parts: Readonly<Record<Exclude<SectionName, 'checksums'>, Buffer>>): Buffer {
  const table = new Map<SectionName, Section>();
  let at = headBytes;
  for (const name of sectionNames) {
    at = Math.ceil(at / 8) * 8;
    const blocks = Math.ceil(at / blockBytes);
    const length = name === 'checksums' ? blocks * 4 : parts[name].length;
    table.set(name, { offset: at, length });
    at += length;
  }
  const sections = sectionsFrom((name) => table.get(name) ?? { offset: 0, length: 0 });
  const file = Buffer.alloc(at);
  for (const name of sectionNames) if (name !== 'checksums') parts[name].copy(file, sections[name].offset);
  encodeHead(sections, at).copy(file, 0);
  const { offset } = sections.checksums;
  for (let block = 0; block * blockBytes < offset; block++) {
    const end = Math.min(offset, (block + 1) * blockBytes);
    file.writeUInt32LE(checksum(file, block * blockBytes, end), offset + block * 4);
  }
  return file;
}

function strings(texts: readonly string[]): { offsets: Buffer; text: Buffer } {
  const parts = texts.map((text) => Buffer.from(text));
  const offsets = Buffer.alloc((texts.length + 1) * 4);
  let at = 0;
  parts.forEach((part, i) => {
    at += part.length;
    offsets.writeUInt32LE(at, (i + 1) * 4);
  });
  return { offsets, text: Buffer.concat(parts, at) };
}

/** Open addressing, half empty; a slot holds its key's number plus one. */
function slotsOf(keys: readonly string[]): Buffer {
  const size = 2 ** Math.ceil(Math.log2(Math.max(8, keys.length * 2)));
  const slots = Buffer.alloc(size * 4);
  keys.forEach((key, number) => {
    let slot = hashOf(key) & (size - 1);
    while (slots.readUInt32LE(slot * 4) !== 0) slot = (slot + 1) & (size - 1);
    slots.writeUInt32LE(number + 1, slot * 4);
  });
  return slots;
}

function termRecords(textOffsets: Buffer, { terms, offsets }: Postings): Buffer {
  const records = Buffer.alloc(terms.length * termBytes);
  for (let i = 0; i < terms.length; i++) {
    const from = textOffsets.readUInt32LE(i * 4);
    records.writeUInt32LE(from, i * termBytes);
    records.writeUInt32LE(textOffsets.readUInt32LE((i + 1) * 4) - from, i * termBytes + 4);
    records.writeUInt32LE(offsets[i] ?? 0, i * termBytes + 8);
    records.writeUInt32LE((offsets[i + 1] ?? 0) - (offsets[i] ?? 0), i * termBytes + 12);
  }
  return records;
}

function postingRows({ nodes, impacts }: Postings): Buffer {
  const rows = Buffer.alloc(nodes.length * pairBytes);
  for (let i = 0; i < nodes.length; i++) {
    rows.writeUInt32LE(nodes[i] ?? 0, i * pairBytes);
    rows.writeUInt32LE(impacts[i] ?? 0, i * pairBytes + 4);
  }
  return rows;
}

/** Compressed sparse rows, each edge in both directions, the strongest first. */
function rowsOf({ count, from, to, weight, kind, reason }: Omit<Edges, 'dangling'>, nodes: number) {
  const starts = new Uint32Array(nodes + 1);
  for (let i = 0; i < count; i++) {
    increment(starts, (from[i] ?? 0) + 1);
    increment(starts, (to[i] ?? 0) + 1);
  }
  addUp(starts);
  const next = starts.slice();
  const edges = Buffer.alloc(count * 2 * pairBytes);
  for (const i of strongestFirst(weight, count)) {
    const [a, b] = [from[i] ?? 0, to[i] ?? 0];
    const what = (weight[i] ?? 0) + (kind[i] ?? 0) * 0x100 + (reason[i] ?? 0) * 0x400;
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const at = (next[own] ?? 0) * pairBytes;
      edges.writeUInt32LE(other, at);
      edges.writeUInt32LE(what >>> 0, at + 4);
      increment(next, own);
    }
  }
  return { offsets: Buffer.from(starts.buffer), edges };
}

/** The numbers of the edges by weight, in the order in which they came where weights are equal. */
function strongestFirst(weight: Uint8Array, count: number): Uint32Array {
  const starts = new Uint32Array(257);
  const bucket = (i: number) => 255 - (weight[i] ?? 0);
  for (let i = 0; i < count; i++) increment(starts, bucket(i) + 1);
  addUp(starts);
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const at = starts[bucket(i)] ?? 0;
    order[at] = i;
    starts[bucket(i)] = at + 1;
  }
  return order;
}
