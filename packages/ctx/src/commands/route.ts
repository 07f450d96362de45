import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { readTable } from '../cli/shipped.js';
import { columns, neutral } from '../cli/terminal.js';
import { projectRoot } from '../project/root.js';
import { projectCommands } from '../registry/project-commands.js';
import { rank, wordsOf } from '../registry/rank.js';
import { filterFlags, offerBuiltIn } from './tool-flags.js';

const closed = { additionalProperties: false };

export default clawable({
  name: 'route',
  group: 'tools',
  summary: 'Show which commands and tools fit a prompt, with the reasons',
  description:
    'A text ranking (BM25) over the names and descriptions of all commands and of the tools that the policy leaves. The same prompt in the same project always gives the same list. Nothing is run and no server is started.',
  examples: [{ line: 'ctx route "review the last commit" --limit 3', says: 'the three that fit best' }],
  arguments: { prompt: argument.one('the prompt') },
  flags: { limit: flag.integerOr(5, 'how many to show', { min: 1 }), ...filterFlags },
  returns: t.Object(
    {
      prompt: t.String(),
      matches: t.Array(
        t.Object(
          {
            kind: t.Enum(['built-in', 'command', 'skill', 'plugin', 'tool']),
            name: t.String(),
            source: t.String(),
            score: t.Number(),
            /** The words that made it fit, strongest first. */
            reasons: t.Array(t.Object({ word: t.String(), in: t.Enum(['name', 'description']) }, closed)),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  async run({ args: { prompt }, flags }, services) {
    const { program, env } = services;
    const { pool } = offerBuiltIn(flags, services);
    const candidates = [
      ...projectCommands(projectRoot(services), env),
      ...pool.tools.map(({ name, description }) => ({
        name,
        kind: 'tool' as const,
        summary: description,
        source: 'built-in',
      })),
      ...readTable(program.shippedFolder).commands.map(({ name, summary }) => ({
        name,
        kind: 'built-in' as const,
        summary,
        source: program.name,
      })),
    ];
    const documents = candidates.map((candidate) => ({ ...candidate, text: candidate.summary }));
    const matches = rank(prompt, documents, flags.limit).map(({ document, score, words }) => {
      const { kind, name, source } = document;
      const inName = new Set(wordsOf(name));
      const reasons = words.map((word) => ({
        word,
        in: inName.has(word) ? ('name' as const) : ('description' as const),
      }));
      return { kind, name, source, score, reasons };
    });
    return { prompt, matches };
  },
  render({ matches }) {
    if (matches.length === 0) return 'Nothing fits.';
    const rows = matches.map(({ kind, name, source, score, reasons }) => [
      score.toFixed(2),
      name,
      kind,
      source,
      reasons.map((reason) => `${reason.word} (${reason.in})`).join(', '),
    ]);
    return columns(rows.map((row) => row.map(neutral)));
  },
});
