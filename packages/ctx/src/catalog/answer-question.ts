// From a scan and a task to a recommendation: opens the catalog, asks it, and says why.

import type { FoundTechnology } from '../scan/found-technology.js';
import { catalogFiles } from './catalog-files.js';
import { explainedInWords } from './explanation.js';
import type { CatalogIndex } from './index/read.js';
import { installedIn } from './installed.js';
import { interestsOf } from './interests.js';
import { askIndex } from './open-index.js';
import { costOf, pathTo, reasonFor } from './reasons.js';
import { type Bundle, recommend, type Wish } from './recommend.js';
import { entryMeant } from './search.js';

export interface Question {
  readonly root: string;
  readonly findings: readonly FoundTechnology[];
  readonly task: string;
  readonly each: number;
  readonly explain?: string | undefined;
}

/** Who asks: the user's environment, and the program with its shipped catalog. */
export interface Asker {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: { readonly shippedFolder: string; readonly version: string };
}

export async function answerQuestion(question: Question, { env, program }: Asker) {
  const files = catalogFiles(env, program);
  const { installed, unread } = installedIn(question.root, env);
  const wish = {
    interests: interestsOf(question.findings, question.task),
    installed,
    each: question.each,
  };
  const { answer, notes } = await askIndex(files, (index) => answerFrom(index, wish, question.explain));
  const missed = unread.map(
    ({ file, problem }) =>
      `${file} could not be read (${problem}); what it installs may be recommended again`,
  );
  return { ...answer, catalog_notes: [...notes, ...missed] };
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

function explain(index: CatalogIndex, bundle: Bundle, asked: string) {
  const node = entryMeant(index, asked, 'explain', 'ctx recommend --explain');
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
    says: explainedInWords(index, bundle, node),
  };
}

const nothing = { score: 0, direct: 0, walked: 0, fit: 0, quality: 0, freshness: 0, parts: [] };
