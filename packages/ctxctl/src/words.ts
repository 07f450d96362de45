// All English that a failure of ctxctl is told in, on top of the words that it shares with ctx.

import type { WordsFor } from '../../ctx/src/cli/wording.js';
import { words as sharedWords } from '../../ctx/src/cli/words.js';
import type { codes } from './codes.js';

const ownWords: WordsFor<typeof codes> = {
  repository_not_found: ({ target }) => ({
    message: `No repository with schemas/commands.json was found at or above ${target}.`,
    hint: 'Run ctxctl inside the repository that it maintains.',
  }),
  demand_surface_unknown: ({ target, nearest, surfaces }) => ({
    message: `\`${target}\` is not an opted-out surface.`,
    hint: nearest === undefined ? `Choose from: ${surfaces.join(', ')}.` : `Did you mean \`${nearest}\`?`,
  }),
  demand_field_empty: ({ target }) => ({
    message: `\`${target}\` says nothing.`,
    hint: 'A signal needs a source, a use case and why the present output is not enough.',
  }),
  demand_date_invalid: ({ value }) => ({
    message: `\`${value}\` is not a day that exists.`,
    hint: 'Write it as YYYY-MM-DD.',
  }),
  demand_source_repeated: ({ target, surface }) => ({
    message: `\`${target}\` already has a signal on record for \`${surface}\`.`,
    hint: 'Signals count only when they are independent; edit the one that is there.',
  }),
  demand_log_malformed: ({ target, line, problem }) => ({
    message: `${target}, line ${line}: ${problem}.`,
    hint: 'Mend that line by hand; nothing was changed.',
  }),
  demand_log_busy: ({ target, pid }) => ({
    message: `${target} is being written by process ${pid}.`,
    hint: 'Run it again.',
  }),
};

export const words = { ...sharedWords, ...ownWords };
