// Words for what verify and replay found, and where reports are written.

import { shellWord } from '../../disk/shell-word.js';
import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { noSession } from './phrases.js';

const andMore = (more: number) => (more === 0 ? '' : `, and ${more} more`);

export const evidenceWords = {
  verify_failed: ({ target, first, more, isOther }) =>
    isOther
      ? noSession(target)
      : {
          message: `${target} failed verification: ${first}${andMore(more)}.`,
          hint: 'Do not rely on it from that record on; with --output-format json, error.details lists every finding.',
        },
  evidence_of_contract: ({ target }) => ({
    message: `${target} is evidence of a clean-host contract, not of a session.`,
    hint: `\`ctxctl contract verify ${target}\` checks it.`,
  }),
  verify_incomplete: ({ target, first, more, isOther, isEmpty }, program) => {
    if (isOther) return noSession(target);
    if (isEmpty)
      return {
        message: `${target} has nothing to verify: ${first}${andMore(more)}.`,
        hint: 'If it should be a session, its first record was never written: start a new one.',
      };
    return {
      message: `${target} is correct so far, but incomplete: ${first}${andMore(more)}.`,
      hint: `If a run was cut short, \`${program} resume\` finishes it.`,
    };
  },
  replay_differs: ({ target, seq, type, path, expected, got }) => ({
    message: `${target} differs on replay: record ${seq} (${type}) at ${path} has ${expected}, and the replay has ${got}.`,
    hint: path.endsWith('digest')
      ? 'The prompt, the tools or ctx itself changed since it was recorded.'
      : 'Somebody changed the log (`ctx verify`), or another version of ctx wrote it.',
  }),
  out_parent_missing: ({ target, parent }) => ({
    message: `${target} cannot be created: there is no folder ${parent}.`,
    hint: 'Create the parent folder first, or choose another place with --out.',
  }),
  out_not_folder: ({ target }) => ({
    message: `${target} exists and is not a folder.`,
    hint: 'Choose another place with --out.',
  }),
  out_not_empty: ({ target }) => ({
    message: `${target} is not empty, and ctx overwrites nothing.`,
    hint: 'Empty it, or choose another place with --out.',
  }),
  out_name_unusable: ({ target }) => ({
    message: `The session has a run whose file would be called ${target}; ctx never writes such a name.`,
    hint: 'ctx did not write this log; do not rely on it.',
  }),
  out_is_folder: ({ target, name }) => ({
    message: `${target} is a folder, not a file.`,
    hint: `Name a file in it, such as ${shellWord(`${target}/${name}`)}. Nothing was written.`,
  }),
  evidence_none: ({ target }, program) => ({
    message: `${target} is a folder, but no report or export of ctx.`,
    hint: `Give a session’s id or file, or the folder of a report or an export. \`${program} verify --last\` checks the newest session.`,
  }),
  checkpoint_none: ({ target }, program) => ({
    message: `There is no checkpoint ${target} yet.`,
    hint: `\`${program} checkpoint\` makes one, signed with your SSH key.`,
  }),
  page_not_opened: ({ target, program }) => ({
    message: `The report was written, but ${program} could not open it.`,
    hint: `Open ${target} in a browser.`,
  }),
  otel_endpoint_invalid: ({ target, value, reason }) => ({
    message: `${target} cannot be used to send traces to ${value}: ${reason}.`,
    hint: 'Name an OTLP/HTTP collector, such as http://127.0.0.1:4318.',
  }),
  collector_failed: ({ target, reason, taken, spans }) => ({
    message: `${target} could not be reached: ${reason}. It took ${taken} of ${spans} spans.`,
    hint: 'Start the collector and run the same command again: spans keep their ids, so nothing is counted twice.',
  }),
  collector_refused: ({ target, reason, taken, spans }) => ({
    message: `${target} refused the traces: ${reason}. It took ${taken} of ${spans} spans.`,
    hint: 'Check its address, and the credential in OTEL_EXPORTER_OTLP_HEADERS.',
  }),
} satisfies Partial<WordsFor<Codes>>;
