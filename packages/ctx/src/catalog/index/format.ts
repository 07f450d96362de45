// The index file: a head, a table of sections, the sections, and a checksum for each block of the whole.
//
// Everything is little-endian. A reader opens the file, reads the head and the table, and then only the ranges that a
// question needs. Each block of `blockBytes` has its own checksum, so that what is read is also what was written.

export const magic = 'CTXCAT\r\n';
export const version = 1;
/** Small, because each block that is touched is checked whole. */
export const blockBytes = 1024;

/** In the order in which they stand in the file. */
export const sectionNames = [
  /** JSON: counts, sources and their stamps, notes of the build. */
  'meta',
  /** Where each node's record begins, and the records: one JSON object a node. Nodes stand in the order of their kinds. */
  'record_offsets',
  'records',
  /** Open-addressed hash table from an id to its node. */
  'ids',
  /** The same for terms, then 16 bytes a term, then the terms' text. */
  'term_slots',
  'terms',
  'term_text',
  /** 8 bytes a posting: node, impact; the strongest first. */
  'postings',
  /** Where each node's row begins, and the rows: 8 bytes an edge and direction. */
  'edge_offsets',
  'edges',
  'reason_offsets',
  'reasons',
  /** Four bytes a block of everything before this section. */
  'checksums',
] as const;

export type SectionName = (typeof sectionNames)[number];

export interface Section {
  readonly offset: number;
  readonly length: number;
}

export type Sections = Readonly<Record<SectionName, Section>>;

export function sectionsFrom(section: (name: SectionName) => Section): Sections {
  return {
    meta: section('meta'),
    record_offsets: section('record_offsets'),
    records: section('records'),
    ids: section('ids'),
    term_slots: section('term_slots'),
    terms: section('terms'),
    term_text: section('term_text'),
    postings: section('postings'),
    edge_offsets: section('edge_offsets'),
    edges: section('edges'),
    reason_offsets: section('reason_offsets'),
    reasons: section('reasons'),
    checksums: section('checksums'),
  };
}

const tableAt = 32;
/** Head and table; the first section begins behind it, at a multiple of eight. */
export const headBytes = tableAt + sectionNames.length * 16;

/** Head: magic, version, number of sections, length of the file, checksum of head and table. */
export function encodeHead(sections: Sections, fileBytes: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write(magic, 0, 'latin1');
  head.writeUInt32LE(version, 8);
  head.writeUInt32LE(sectionNames.length, 12);
  head.writeBigUInt64LE(BigInt(fileBytes), 16);
  sectionNames.forEach((name, i) => {
    head.writeBigUInt64LE(BigInt(sections[name].offset), tableAt + i * 16);
    head.writeBigUInt64LE(BigInt(sections[name].length), tableAt + i * 16 + 8);
  });
  head.writeUInt32LE(checksum(head, 0, head.length), 24);
  return head;
}

export type DecodedHead = { readonly sections: Sections } | { readonly problem: string };

/** `fileBytes` is how long the file really is. */
export function decodeHead(head: Buffer, fileBytes: number): DecodedHead {
  if (head.length < headBytes || head.toString('latin1', 0, 8) !== magic)
    return { problem: 'it is not an index' };
  const found = head.readUInt32LE(8);
  if (found !== version)
    return { problem: `it has format ${found}, and this program reads format ${version}` };
  const claimed = Number(head.readBigUInt64LE(16));
  if (claimed !== fileBytes) return { problem: `it has ${fileBytes} bytes in place of ${claimed}` };
  const copy = Buffer.from(head.subarray(0, headBytes));
  copy.writeUInt32LE(0, 24);
  if (checksum(copy, 0, headBytes) !== head.readUInt32LE(24)) return { problem: 'its head is damaged' };
  const sections = sectionsFrom((name) => {
    const at = tableAt + sectionNames.indexOf(name) * 16;
    return { offset: Number(head.readBigUInt64LE(at)), length: Number(head.readBigUInt64LE(at + 8)) };
  });
  const beyond = Object.values(sections).some(({ offset, length }) => offset + length > fileBytes);
  return beyond ? { problem: 'its table points beyond its end' } : { sections };
}

/** A fast hash over 32-bit words; enough against torn and flipped bytes, no defence against forgery. */
export function checksum(bytes: Buffer, from: number, to: number): number {
  const words = wordsIn(bytes.subarray(from, to - ((to - from) % 4)));
  let hash = 0x811c9dc5 ^ (to - from);
  for (let i = 0; i < words.length; i++) {
    hash = Math.imul(hash ^ (words[i] ?? 0), 0x01000193);
    hash ^= hash >>> 15;
  }
  for (let at = from + words.length * 4; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The bytes as 32-bit words, in place where the machine and the position allow it. */
export function wordsIn(bytes: Buffer): Uint32Array {
  const count = bytes.length >> 2;
  if (littleEndian && bytes.byteOffset % 4 === 0)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, count);
  const words = new Uint32Array(count);
  for (let i = 0; i < count; i++) words[i] = bytes.readUInt32LE(i * 4);
  return words;
}

const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** FNV-1a over UTF-16 units, for the hash tables. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export const termBytes = 16;
/** A posting or an edge. */
export const pairBytes = 8;
/** Impacts are whole numbers on disk. */
export const impactScale = 4096;
