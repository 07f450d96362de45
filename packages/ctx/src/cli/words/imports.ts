// Words for transcripts of other agents.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { listed } from './phrases.js';

export const importWords = {
  transcript_unknown: ({ target, host, known }) => ({
    message:
      host === undefined
        ? `${target} is not a transcript that ctx knows.`
        : `${target} is not a transcript of ${host}.`,
    hint: `ctx reads transcripts of ${listed(known)}; of opencode, what \`opencode export\` prints.`,
  }),
  transcript_empty: ({ target, host }) => ({
    message: `${target} is an empty transcript of ${host}.`,
    hint: 'Import it after the agent was asked something.',
  }),
  transcript_changed: ({ target }) => ({
    message: `${target} got shorter while ctx read it.`,
    hint: 'Import it again once nothing writes to it.',
  }),
  transcript_not_session: ({ target, host }, program) => ({
    message: `${target} is a transcript of ${host}, not a session of ctx.`,
    hint: `Import it first: \`${program} import ${target}\`; then use the session id that it prints.`,
  }),
  transcript_parent_missing: ({ target, host, parent }, program) => ({
    message: `${target} is a subagent's, and the ${host} session ${parent} that started it is not imported.`,
    hint: `Import that one first, or all of them: \`${program} import ${host} --all\`.`,
  }),
  transcripts_none: ({ target, host, project }, program) => ({
    message:
      project === undefined
        ? `There are no transcripts of ${host} in ${target}.`
        : `There are no transcripts of ${host} for ${project} in ${target}.`,
    hint:
      project === undefined
        ? 'Give the path of a transcript, or look whether the agent keeps them elsewhere.'
        : `\`${program} import ${host} --all\` imports those of every project.`,
  }),
  zstd_missing: ({ target }, program) => ({
    message: `${target} is compressed with zstd, which this version of Node cannot read.`,
    hint: `Decompress it with \`zstd -d\` and import the result, or run \`${program}\` on Node 22.15 or later.`,
  }),
  sqlite_missing: ({ target }, program) => ({
    message: `${target} is a SQLite database, which this version of Node cannot read.`,
    hint: `Run \`opencode export SESSION > session.json\` and \`${program} import session.json\`, or use Node 22.13 or later.`,
  }),
  import_incomplete: ({ failed, imported, first }) => ({
    message: `${failed} of ${failed + imported} transcripts could not be imported. The first: ${first}`,
    hint: 'The others are imported. The details name each file and its error.',
  }),
} satisfies Partial<WordsFor<Codes>>;
