// What a scan says: a technology, how sure it is, and where that stands.

import { compareTexts } from '../text/order.js';
import type { Category, Technologies } from './technology.js';
import { categories } from './technology.js';

export interface Evidence {
  /** Relative to the scanned folder, with forward slashes. */
  readonly file: string;
  /** Where in the file: a line, or a key of a parsed document. */
  readonly line?: number;
  readonly key?: string;
  readonly value?: string;
}

/** One reader's word for one technology. */
export interface Sighting {
  readonly name: string;
  readonly confidence: number;
  readonly evidence: Evidence;
  /** A dependency says so, and not a file of the technology itself. */
  readonly declared?: true;
}

export interface FoundTechnology {
  readonly name: string;
  readonly category: Category;
  /** From 0 to 1. 1 is a declaration that the project runs on it, less is a sign. */
  readonly confidence: number;
  /** The strongest first, at most `evidenceShown` of them. */
  readonly evidence: readonly Evidence[];
  readonly evidence_count: number;
}

export const evidenceShown = 5;

/** Sightings of the same technology become one finding. Ordered by category, then confidence, then name. */
export function merge(sightings: readonly Sighting[], known: Technologies): FoundTechnology[] {
  const groups = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const group = groups.get(sighting.name);
    if (group === undefined) groups.set(sighting.name, [sighting]);
    else group.push(sighting);
  }
  const findings = [...groups].flatMap(([name, group]): FoundTechnology[] => {
    const category = known.categoryOf(name);
    return category === undefined ? [] : [findingOf(name, category, group)];
  });
  return findings.sort(
    (a, b) =>
      categories.indexOf(a.category) - categories.indexOf(b.category) ||
      b.confidence - a.confidence ||
      compareTexts(a.name, b.name),
  );
}

function findingOf(name: string, category: Category, group: readonly Sighting[]): FoundTechnology {
  const sorted = [...group].sort(
    (a, b) =>
      b.confidence - a.confidence ||
      depth(a.evidence.file) - depth(b.evidence.file) ||
      compareTexts(a.evidence.file, b.evidence.file) ||
      (a.evidence.line ?? 0) - (b.evidence.line ?? 0) ||
      compareTexts(a.evidence.key ?? '', b.evidence.key ?? ''),
  );
  return {
    name,
    category,
    confidence: sorted[0]?.confidence ?? 0,
    evidence: sorted.slice(0, evidenceShown).map(({ evidence }) => evidence),
    evidence_count: sorted.length,
  };
}

function depth(file: string): number {
  return file.split('/').length;
}
