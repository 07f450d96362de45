import * as t from 'typebox';
import { catalogFiles } from '../../catalog/catalog-files.js';
import { edgeKinds } from '../../catalog/edges.js';
import { qualityOf } from '../../catalog/index/quality.js';
import { type CatalogIndex, edgeKindOf, reasonOf } from '../../catalog/index/read.js';
import { askIndex } from '../../catalog/open-index.js';
import { entryMeant } from '../../catalog/search.js';
import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { columns, neutral, styled, wrap } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { entryAnswer, entryFields } from './catalog-answer.js';

export default clawable({
  name: 'catalog show',
  group: 'catalog',
  summary: 'Show a catalog entry and what belongs with it',
  description:
    'Shows what the catalog knows about an entry: purpose, source, licence, tags, packages, and its strongest neighbours in the graph with the reason for each edge.',
  examples: [
    { line: 'ctx catalog show mcp:microsoft/playwright-mcp', says: 'by its id' },
    { line: 'ctx catalog show pdf', says: 'or by its name, where only one entry has it' },
  ],
  arguments: { id: argument.one('the id of the entry, or its name') },
  flags: {},
  returns: t.Object(
    {
      ...entryFields,
      quality: t.Number(),
      degree: t.Integer(),
      neighbours: t.Array(
        t.Object(
          { id: t.String(), name: t.String(), kind: t.String(), edge: t.String(), reason: t.String() },
          closed,
        ),
      ),
      notes: t.Array(t.String()),
    },
    closed,
  ),
  async run({ args: { id } }, { env, program }) {
    const { answer, notes } = await askIndex(catalogFiles(env, program), (index) => shown(index, id));
    return { ...answer, notes: [...notes] };
  },
  render(entry, terminal) {
    const { context } = entry;
    const rows = [
      ['id', entry.id],
      ['source', neutral(entry.source)],
      ['licence', neutral(entry.licence ?? 'not known')],
      ['tags', entry.tags.join(', ')],
      ...(entry.packages === undefined ? [] : [['packages', neutral(entry.packages.join(', '))]]),
      ...(entry.updated === undefined ? [] : [['changed', entry.updated]]),
      ...(entry.retired ? [['retired', 'yes, by its makers']] : []),
      ...(context === undefined
        ? []
        : [['context', `≈ ${context.always} tokens, ${context.used ?? '?'} when used`]]),
    ];
    const near = entry.neighbours.map(({ name, reason }) => [
      neutral(name),
      styled(terminal, 'dim', neutral(reason)),
    ]);
    const title = `${styled(terminal, 'bold', neutral(entry.name))}\n${wrap(neutral(entry.summary), terminal.width)}\n`;
    const related =
      near.length === 0 ? '' : `\n${styled(terminal, 'bold', 'Belongs with')}\n${columns(near, '  ')}`;
    return `${title}\n${columns(rows)}${related}`;
  },
  warnings: ({ notes }) => notes,
});

function shown(index: CatalogIndex, id: string) {
  const node = entryMeant(index, id, 'show', 'ctx catalog show');
  const edges = index.edges(node, 10);
  const neighbours = Array.from({ length: edges.length / 2 }, (_, i) => {
    const { id: its, name, kind } = index.entry(edges[i * 2] ?? 0);
    const what = edges[i * 2 + 1] ?? 0;
    return {
      id: its,
      name,
      kind,
      edge: edgeKinds[edgeKindOf(what)] ?? 'tag',
      reason: index.reason(reasonOf(what)),
    };
  });
  const entry = index.entry(node);
  const quality = Math.round(qualityOf(entry) * 100) / 100;
  return { ...entryAnswer(entry), quality, degree: index.degree(node), neighbours };
}
