// What a recommendation answers, as a schema.

import * as t from 'typebox';
import { kinds } from '../catalog/kinds.js';
import { closed } from '../protocol/closed.js';

const count = t.Union([t.Integer(), t.Null()]);
const named = { id: t.String(), kind: t.Enum(kinds), name: t.String() };

const recommendation = t.Object(
  {
    ...named,
    summary: t.String(),
    source: t.String(),
    licence: t.Optional(t.String()),
    score: t.Number(),
    reason: t.String(),
    /** Tokens in every session, and when it is used; null where only running it could tell. */
    context_tokens: t.Object(
      { always: count, used: count, basis: t.Enum(['measured', 'at_most', 'unknown']) },
      closed,
    ),
  },
  closed,
);

const explanation = t.Object(
  {
    ...named,
    recommended: t.Boolean(),
    score: t.Number(),
    /** The parts that make the score: (direct and walked) × fit × quality × freshness. */
    direct: t.Number(),
    walked: t.Number(),
    fit: t.Number(),
    quality: t.Number(),
    freshness: t.Number(),
    matches: t.Array(
      t.Object(
        { term: t.String(), from: t.Enum(['repository', 'task']), score: t.Number(), because: t.String() },
        closed,
      ),
    ),
    path: t.Array(t.Object({ id: t.String(), reason: t.String() }, closed)),
    /** The same in sentences. */
    says: t.Array(t.String()),
  },
  closed,
);

export const recommendFields = {
  catalog: t.Object({ nodes: t.Integer(), edges: t.Integer() }, closed),
  recommendations: t.Array(recommendation),
  already_installed: t.Array(t.Object(named, closed)),
  explanation: t.Optional(explanation),
  catalog_notes: t.Array(t.String()),
};

const answer = t.Object(recommendFields, closed);

export type RecommendAnswer = t.Static<typeof answer>;
export type Explanation = t.Static<typeof explanation>;
