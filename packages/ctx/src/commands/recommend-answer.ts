// What a recommendation answers: its schema, and the text that a person reads.

import * as t from 'typebox';
import { kinds } from '../catalog/kinds.js';
import { neutral, styled, type Terminal, wrap } from '../cli/terminal.js';

const closed = { additionalProperties: false };
const count = t.Union([t.Integer(), t.Null()]);
const named = { id: t.String(), kind: t.Enum([...kinds]), name: t.String() };

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

const titles = { skill: 'Skills', agent: 'Agents', mcp: 'MCP servers', harness: 'Harnesses' } as const;

export function renderRecommendations(data: RecommendAnswer, terminal: Terminal): string {
  if (data.explanation !== undefined) return renderExplanation(data.explanation, terminal);
  const parts: string[] = [];
  for (const kind of kinds) {
    const own = data.recommendations.filter((entry) => entry.kind === kind);
    if (own.length === 0) continue;
    const texts = own.map((entry) => {
      const cost = styled(terminal, 'dim', costInWords(entry));
      const first = `  ${styled(terminal, 'cyan', neutral(entry.name))}  ${cost}`.trimEnd();
      const summary = wrap(neutral(entry.summary), terminal.width - 4, '    ');
      return `${first}\n${summary}\n    ${styled(terminal, 'green', neutral(entry.reason))}\n    ${styled(terminal, 'dim', entry.id)}\n`;
    });
    parts.push(`${styled(terminal, 'bold', titles[kind])}\n${texts.join('')}`);
  }
  if (parts.length === 0) parts.push('Nothing in the catalog fits what is here.\n');
  if (data.already_installed.length > 0) {
    parts.push(`Already installed: ${data.already_installed.map(({ name }) => neutral(name)).join(', ')}\n`);
  }
  parts.push(
    `From ${data.catalog.nodes} entries; nothing was installed. \`ctx recommend --explain ID\` shows the whole way to one.\n`,
  );
  return parts.join('\n');
}

function costInWords({ kind, context_tokens }: RecommendAnswer['recommendations'][number]): string {
  const { always, used, basis } = context_tokens;
  if (kind === 'harness') return '';
  if (always === null)
    return kind === 'mcp' ? 'tokens: known once it runs' : 'tokens: known once it is imported';
  if (basis === 'at_most') return `at most ${always} tokens`;
  return used === null ? `≈ ${always} tokens` : `≈ ${always} tokens, ${used} when used`;
}

function renderExplanation(found: t.Static<typeof explanation>, terminal: Terminal): string {
  const { id, recommended, score, direct, walked, fit, quality, freshness, matches, path } = found;
  const lines = [
    `${styled(terminal, 'bold', id)}  ${recommended ? styled(terminal, 'green', 'recommended') : 'not recommended'}, score ${score}`,
    `  named directly ${direct}, reached by the graph ${walked}, fit ${fit}, quality ${quality}, freshness ${freshness}`,
    matches.length === 0 ? '  nothing here names it' : '  named by',
    ...matches.map(
      ({ term, because, score: part }) => `    ${neutral(term)}  ${part}  because ${neutral(because)}`,
    ),
    path.length === 0 ? '  no way leads to it from what fits' : '  reached by',
    ...path.map((step) => `    ${step.id}  ${neutral(step.reason)}`),
  ];
  return `${lines.join('\n')}\n`;
}
