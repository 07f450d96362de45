import * as t from 'typebox';
import { catalogFiles } from '../../catalog/catalog-files.js';
import { kinds } from '../../catalog/kinds.js';
import { askIndex } from '../../catalog/open-index.js';
import { searchCatalog } from '../../catalog/search.js';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { neutral, styled, wrap } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';

export default clawable({
  name: 'catalog search',
  group: 'catalog',
  summary: 'Search the catalog',
  description: 'Ranks entries by how well their name, tags and summary match (BM25), best first.',
  examples: [
    { line: 'ctx catalog search postgres performance', says: 'both words count' },
    { line: 'ctx catalog search browser --kind mcp --limit 5', says: 'MCP servers only' },
  ],
  arguments: { words: argument.many('what to look for') },
  flags: {
    kind: flag.choice('only entries of this kind', kinds),
    limit: flag.integerOr(10, 'how many to show', { min: 1, max: 1000 }),
  },
  returns: t.Object(
    {
      total: t.Integer(),
      hits: t.Array(
        t.Object(
          {
            id: t.String(),
            kind: t.Enum(kinds),
            name: t.String(),
            summary: t.String(),
            source: t.String(),
            score: t.Number(),
            words: t.Array(t.String()),
          },
          closed,
        ),
      ),
      notes: t.Array(t.String()),
    },
    closed,
  ),
  async run({ args, flags }, { env, program }) {
    const { answer, notes } = await askIndex(catalogFiles(env, program), (index) =>
      searchCatalog(index, args.words.join(' '), flags.kind, flags.limit),
    );
    return { ...answer, notes: [...notes] };
  },
  render({ total, hits }, terminal) {
    if (total === 0) return 'Nothing found. Try fewer or other words.';
    const texts = hits.map(({ id, name, summary }) => {
      const first = `${styled(terminal, 'cyan', neutral(name))}  ${styled(terminal, 'dim', id)}`;
      return `${first}\n${wrap(neutral(summary), terminal.width - 2, '  ')}\n`;
    });
    const rest = total - hits.length;
    return texts.join('') + (rest > 0 ? `… and ${rest} more; --limit shows them\n` : '');
  },
  warnings: ({ notes }) => notes,
});
