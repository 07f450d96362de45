import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { offerBuiltIn } from '../runs/offered-tools.js';
import { routedMatch, routedMatches } from './routed-matches.js';
import { filterFlags, wantedTools } from './tool-flags.js';

export default clawable({
  name: 'route',
  group: 'tools',
  summary: 'Rank commands and tools for a prompt, with reasons',
  description:
    'Ranks the names and descriptions of all commands, and of the tools that the policy allows, by text (BM25). The same prompt in the same project gives the same list. Runs nothing and starts no server.',
  examples: [{ line: 'ctx route "review the last commit" --limit 3', says: 'the three best matches' }],
  arguments: { prompt: argument.one('the prompt') },
  flags: { limit: flag.integerOr(5, 'how many to show', { min: 1 }), ...filterFlags },
  returns: t.Object(
    {
      prompt: t.String(),
      limit: t.Integer(),
      match_count: t.Integer(),
      matches: t.Array(routedMatch),
    },
    closed,
  ),
  async run({ args: { prompt }, flags }, services) {
    const { tools } = offerBuiltIn(wantedTools(flags), services).pool;
    const matches = routedMatches(prompt, flags.limit, tools, services);
    return { prompt, limit: flags.limit, match_count: matches.length, matches };
  },
  render({ matches }) {
    if (matches.length === 0) return 'Nothing fits.';
    const rows = matches.map(({ kind, name, source_hint, origin, score, reasons }) => [
      score.toFixed(2),
      name,
      kind === 'tool' ? kind : origin,
      source_hint,
      reasons.map((reason) => `${reason.word} (${reason.in})`).join(', '),
    ]);
    return columns(rows.map((row) => row.map(neutral)));
  },
});
