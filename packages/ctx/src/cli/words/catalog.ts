// Words for the catalog.

import type { Codes } from '../../protocol/codes.js';
import { counted } from '../../text/counted.js';
import type { WordsFor } from '../wording.js';
import { didYouMean } from './phrases.js';

export const catalogWords = {
  catalog_entry_unknown: ({ target, nearest }, program) => ({
    message: `The catalog has no entry \`${target}\`.`,
    hint: didYouMean(nearest, `Search for it: \`${program} catalog search WORDS\`.`),
  }),
  catalog_source_unknown: ({ target, known, nearest }) => ({
    message: `Nothing in the catalog is called \`${target}\`.`,
    hint: didYouMean(
      nearest,
      known.length === 0 ? 'Nothing has been imported yet.' : `Imported: ${known.join(', ')}.`,
    ),
  }),
  catalog_import_empty: ({ target, refused }, program) => ({
    message:
      refused === 0
        ? `Nothing in ${target} is a skill, an agent, an MCP server or a harness.`
        : `Nothing in ${target} could be imported; ${counted(refused, 'item was', 'items were')} refused.`,
    hint: `\`${program} catalog import --help\` says what it reads; with JSON output, error.details lists each refusal.`,
  }),
  catalog_unindexed: ({ target, changed, reason }, program) => ({
    message: `${changed}, but the index ${target} could not be built (${reason}).`,
    hint: `Check the disk, then run \`${program} catalog build\`; the catalog is complete.`,
  }),
  catalog_building: ({ pid, since }) => ({
    message: `Process ${pid} has been building the catalog’s index since ${since}.`,
    hint: 'Wait until it is done and try again.',
  }),
  catalog_starter_kept: ({ target }, program) => ({
    message: `\`${target}\` belongs to the starter catalog, which ships with ${program}.`,
    hint: 'Only what was imported can be removed.',
  }),
} satisfies Partial<WordsFor<Codes>>;
