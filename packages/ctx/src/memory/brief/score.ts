// Which candidates matter most now: by kind, by what they have in common with the work at hand, and by age.

import type { BriefKind, CandidateGroup, TextSpan } from './candidates.js';
import type { WorkWord } from './work-at-hand.js';

export interface Scored {
  readonly group: CandidateGroup;
  readonly index: number;
  readonly score: number;
}

const kindWeights: Readonly<Record<BriefKind, number>> = {
  handover: 6,
  reminder: 5,
  task: 2,
  convention: 1.6,
  decision: 1.2,
  learning: 1.2,
  session: 0.8,
};
const relevanceWeight = 3;
const recencyWeight = 1;
/** After so many days an item's age counts half. */
const halfLifeDays = 30;
/** What nobody dated counts as about two months old. */
const undatedRecency = 0.25;
/** How much must be in common for half of the relevance there is. */
const halfRelevant = 8;

/** The best, at most so many, best first; equal ones in the order in which they came. */
export function bestOf(
  groups: readonly CandidateGroup[],
  work: readonly WorkWord[],
  now: number,
  most: number,
): { readonly best: Scored[]; readonly total: number } {
  const common = commonWith(groups, work);
  const scores = groups.map(({ kind, spans }, g) =>
    Float64Array.from(spans, (span, i) => scoreOf(kind, span, common[g]?.[i] ?? 0, now)),
  );
  const cut = lowestOf(scores, most);
  const best: Scored[] = [];
  for (const [g, group] of groups.entries()) {
    for (const [index, score] of (scores[g] ?? []).entries())
      if (score >= cut) best.push({ group, index, score });
  }
  best.sort((a, b) => b.score - a.score);
  return { best: best.slice(0, most), total: scores.reduce((sum, { length }) => sum + length, 0) };
}

/** The score that one must have to be among the best, found without an object for each of thousands. */
function lowestOf(scores: readonly Float64Array[], most: number): number {
  const all = new Float64Array(scores.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const some of scores) {
    all.set(some, at);
    at += some.length;
  }
  all.sort();
  return all[Math.max(0, all.length - most)] ?? 0;
}

/** How much each candidate has in common with the work, rare words more than common ones. */
function commonWith(groups: readonly CandidateGroup[], work: readonly WorkWord[]): Float64Array[] {
  const total = groups.reduce((sum, { spans }) => sum + spans.length, 0);
  const common = groups.map(({ spans }) => new Float64Array(spans.length));
  const lower = groups.map(({ text }) => lowerCase(text));
  // A word that stands nearly everywhere says nothing, and is not worth being followed through everything.
  const tooCommon = Math.max(20, total / 4);
  for (const { word, weight, ofTasks } of work) {
    // A task says nothing of itself.
    const hits = groups.map((group, g) =>
      ofTasks && group.kind === 'task' ? [] : having(group, lower[g] ?? '', word, tooCommon),
    );
    const frequency = hits.reduce((sum, found) => sum + found.length, 0);
    if (frequency >= tooCommon) continue;
    const worth = weight * Math.log2(1 + total / Math.max(1, frequency));
    for (const [g, found] of hits.entries()) {
      const sums = common[g];
      for (const i of found) if (sums !== undefined) sums[i] = (sums[i] ?? 0) + worth;
    }
  }
  return common;
}

function scoreOf(kind: BriefKind, { writtenAt }: TextSpan, common: number, now: number): number {
  const relevance = common / (common + halfRelevant);
  const score = kindWeights[kind] + relevanceWeight * relevance + recencyWeight * recency(writtenAt, now);
  // So that the last bits of a power never decide an order.
  return Math.round(score * 1e6) / 1e6;
}

/** Whole days, so that a brief does not change from one second to the next. */
function recency(writtenAt: number | undefined, now: number): number {
  if (writtenAt === undefined) return undatedRecency;
  const days = Math.max(0, Math.floor((now - writtenAt) / 86_400_000));
  return 0.5 ** (days / halfLifeDays);
}

/** Which candidates hold a word, or one that begins with it, found in one pass over their text. */
function having({ text, spans }: CandidateGroup, lower: string, word: string, most: number): number[] {
  const found: number[] = [];
  let i = 0;
  for (let at = lower.indexOf(word); at !== -1 && found.length < most; at = lower.indexOf(word, at + 1)) {
    while (i < spans.length && (spans[i]?.end ?? 0) <= at) i += 1;
    const span = spans[i];
    if (span === undefined) break;
    if (at < span.start || !beginsWord(text, at)) continue;
    found.push(i);
    // The rest of this candidate says nothing new.
    at = span.end - 1;
  }
  return found;
}

function beginsWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1) | 0x20;
  const letter = before >= 97 && before <= 122;
  const here = text.charCodeAt(at);
  return at === 0 || !letter || (here >= 65 && here <= 90);
}

/** Places must stay where they are; a text whose lower case has another length is looked at as it is. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}
