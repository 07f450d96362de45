// Builds the index: all sources in, one block of bytes out that is ready to be written.

import { edgesOf } from '../edges.js';
import type { Entry } from '../entry.js';
import { type Kind, kinds } from '../kinds.js';
import { readSource } from '../read-source.js';
import { type Refusal, type Source, stampOf } from '../sources.js';
import { encodeIndex, type Meta } from './encode.js';
import { impactScale } from './format.js';
import { gatherPostings } from './postings.js';
import { countTerms, exactTerms, impactOf } from './terms.js';

export interface Built {
  readonly bytes: Buffer;
  readonly meta: Meta;
}

/** More would not fit the numbers of the format. */
export const mostEntries = 2_000_000;

export function buildIndex(sources: readonly Source[]): Built {
  const { entries, counted, refused, shadowed } = collect(sources);
  const numbers = new Map(entries.map(({ id }, node) => [id, node]));
  const edges = edgesOf(entries, numbers);
  const postings = postingsOf(entries);
  const byKind = { skill: 0, agent: 0, mcp: 0, harness: 0 };
  for (const { kind } of entries) byKind[kind]++;
  const meta: Meta = {
    nodes: entries.length,
    edges: edges.count,
    terms: postings.terms.length,
    nodes_by_kind: byKind,
    edges_by_kind: edges.byKind,
    sources: counted,
    stamp: stampOf(sources),
    dangling: edges.dangling,
    shadowed,
    refused: refused.length,
    first_refusals: refused.slice(0, 20),
    newest: entries.reduce(
      (newest, { updated }) => (updated !== undefined && updated > newest ? updated : newest),
      '',
    ),
  };
  return { bytes: encodeIndex(entries, postings, edges, meta), meta };
}

/** Entries by kind, so that a node's number tells its kind; within a kind in the order in which they came. */
function collect(sources: readonly Source[]) {
  const byKind: Readonly<Record<Kind, Entry[]>> = { skill: [], agent: [], mcp: [], harness: [] };
  const ids = new Set<string>();
  const refused: Refusal[] = [];
  let shadowed = 0;
  const counted = sources.map((source) => {
    let own = 0;
    for (const entry of readSource(source, (refusal) => refused.push(refusal))) {
      if (ids.has(entry.id)) shadowed++;
      else if (ids.size < mostEntries) {
        ids.add(entry.id);
        byKind[entry.kind].push(entry);
        own++;
      }
    }
    return { name: source.name, entries: own };
  });
  return { entries: kinds.flatMap((kind) => byKind[kind]), counted, refused, shadowed };
}

function postingsOf(entries: readonly Entry[]) {
  const lengths = entries.map((entry) => countTerms(entry).length);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, entries.length);
  const postings = gatherPostings();
  entries.forEach((entry, node) => {
    const { counts, length } = countTerms(entry);
    for (const [word, times] of counts) postings.add(word, node, impactOf(times, length, mean) * impactScale);
    for (const [term, impact] of exactTerms(entry)) postings.add(term, node, impact * impactScale);
  });
  return postings.finish();
}
