// From a scan and a task to a recommendation: opens the catalog, asks it, and says why.

import { catalogFiles } from '../catalog/catalog-files.js';
import type { CatalogIndex } from '../catalog/index/read.js';
import { installedIn } from '../catalog/installed.js';
import { interestsOf } from '../catalog/interests.js';
import { askIndex } from '../catalog/open-index.js';
import { costOf, pathTo, reasonFor } from '../catalog/reasons.js';
import { type Bundle, recommend, type Wish } from '../catalog/recommend.js';
import { namedLike } from '../catalog/search.js';
import type { Services } from '../cli/command.js';
import { fail } from '../protocol/codes.js';
import type { FoundTechnology } from '../scan/found-technology.js';
import type { RecommendAnswer } from './recommend-schema.js';

export interface Question {
  readonly root: string;
  readonly findings: readonly FoundTechnology[];
  readonly task: string;
  readonly each: number;
  readonly explain?: string | undefined;
}

export async function recommendAnswer(question: Question, services: Services): Promise<RecommendAnswer> {
  const place = catalogFiles(services.env, services.program);
  const wish = {
    interests: interestsOf(question.findings, question.task),
    installed: installedIn(question.root, services.env),
    each: question.each,
  };
  const { answer, notes } = await askIndex(place, (index) => answerFrom(index, wish, question.explain));
  return { ...answer, catalog_notes: [...notes] };
}

function answerFrom(index: CatalogIndex, wish: Wish, explained: string | undefined) {
  const bundle = recommend(index, wish);
  const recommendations = bundle.chosen.map((scored) => {
    const { id, kind, name, summary, source, licence } = scored.entry;
    return {
      id,
      kind,
      name,
      summary,
      source,
      ...(licence === undefined ? {} : { licence }),
      score: scored.score,
      reason: reasonFor(index, bundle, scored),
      context_tokens: costOf(scored),
    };
  });
  return {
    catalog: { nodes: index.meta.nodes, edges: index.meta.edges },
    recommendations,
    already_installed: bundle.installed.map(({ entry: { id, kind, name } }) => ({ id, kind, name })),
    ...(explained === undefined ? {} : { explanation: explain(index, bundle, explained) }),
  };
}

/** One entry, by its id or by a name that no other has. */
function explain(index: CatalogIndex, bundle: Bundle, asked: string) {
  const node = index.find(asked.toLowerCase()) ?? namedLike(index, asked);
  if (typeof node !== 'number') {
    const nearest = node === undefined ? undefined : `ctx recommend --explain ${node.nearest}`;
    throw fail('catalog_entry_unknown', { operation: 'explain', target: asked, nearest });
  }
  const { id, kind, name } = index.entry(node);
  const { score, direct, walked, fit, quality, freshness, parts } = bundle.scored.get(node) ?? nothing;
  return {
    id,
    kind,
    name,
    recommended: bundle.chosen.some((chosen) => chosen.node === node),
    score,
    direct,
    walked,
    fit,
    quality,
    freshness,
    matches: parts.map(({ interest, score: part }) => ({
      term: interest.label,
      from: interest.from,
      score: Math.round(part * 10_000) / 10_000,
      because: interest.because(),
    })),
    path: pathTo(index, bundle, node),
  };
}

const nothing = { score: 0, direct: 0, walked: 0, fit: 0, quality: 0, freshness: 0, parts: [] };
