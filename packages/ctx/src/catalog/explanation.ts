// Why an entry is recommended or not, told to a person: a sentence for everything that counted.

import { technologies } from '../scan/technology.js';
import type { Entry } from './entry.js';
import { isRetired } from './index/quality.js';
import type { CatalogIndex } from './index/read.js';
import { type PathStep, pathTo, sentence } from './reasons.js';
import type { Bundle, Scored } from './recommend.js';

/** So many of the strongest signs are told; the answer as JSON has them all. */
const mostSigns = 5;

export function explainedInWords(index: CatalogIndex, bundle: Bundle, node: number): string[] {
  const entry = index.entry(node);
  const scored = bundle.scored.get(node);
  const path = pathTo(index, bundle, node);
  if (scored === undefined) return [verdict(bundle, node, entry, 0), signs([], path, index)].flat();
  return [
    verdict(bundle, node, entry, scored.score),
    ...signs(scored.parts, path, index),
    ...fitInWords(scored, bundle),
    keptInWords(entry),
    `Its score is ${scored.score}: ${scored.direct} for direct matches and ${scored.walked} for related entries, times ${scored.fit} for its fit, with ${scored.quality} for quality and ${scored.freshness} for freshness.`,
  ];
}

function verdict(bundle: Bundle, node: number, entry: Entry, score: number): string {
  const place = bundle.chosen.findIndex((chosen) => chosen.node === node);
  if (place !== -1)
    return `${entry.name} is recommended here, as number ${place + 1} of ${bundle.chosen.length}.`;
  return `${entry.name} is not recommended here${whyNot(bundle, node, entry, score)}.`;
}

function whyNot(bundle: Bundle, node: number, entry: Entry, score: number): string {
  if (bundle.installed.some((one) => one.node === node)) return ': it is already installed';
  if (score === 0) return '';
  if (isRetired(entry)) return ': its authors have retired it, and nothing that fits belongs with it';
  if (bundle.chosen.some((one) => one.entry.name === entry.name))
    return ': another entry of the same name fits better';
  return bundle.chosen.some((one) => one.entry.kind === entry.kind && one.score > score)
    ? ': others of its kind fit better'
    : ': its score is too low';
}

function signs(parts: Scored['parts'], path: readonly PathStep[], index: CatalogIndex): string[] {
  const named = parts.slice(0, mostSigns).map(({ interest }) => {
    const { label, because } = interest;
    const words = because();
    return sentence(words.includes(label) ? words : `${words}, which stands for ${label}`);
  });
  const near = path.map(({ id, reason }) => {
    const node = index.find(id);
    return sentence(`it goes with ${node === undefined ? id : index.entry(node).name}: ${reason}`);
  });
  const all = [...new Set([...named, ...near])];
  return all.length === 0 ? ['Nothing here matches it, and no matching entry is related to it.'] : all;
}

function fitInWords({ entry, fit }: Scored, bundle: Bundle): string[] {
  const known = technologies();
  const own = entry.tags.filter((tag) => known.categoryOf(tag) !== undefined);
  if (own.length === 0) return [];
  const wanted = new Set(bundle.interests.map(({ label }) => label));
  const missing = own.filter((tag) => !wanted.has(tag));
  if (missing.length === 0) return ['It is made for technologies that are here.'];
  const list = missing.slice(0, 4).join(', ');
  if (fit >= 0.7) return [`It fits this repository, but also covers ${list}, which is not here.`];
  return [`It is made for ${list}, which is not here; so it counts ${Math.round(fit * 100)} %.`];
}

function keptInWords(entry: Entry): string {
  const licence =
    entry.licence === undefined ? 'Its licence is not known' : `Its licence is ${entry.licence}`;
  const changed = entry.updated === undefined ? '' : `, and it last changed on ${entry.updated}`;
  return `${licence}${changed}.${isRetired(entry) ? ' Its authors have retired it.' : ''}`;
}
