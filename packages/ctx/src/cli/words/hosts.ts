// Words for hosts that hooks are put into.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { didYouMean } from './phrases.js';

export const hostWords = {
  hooks_unsound: ({ installed }, program) => ({
    message: installed ? 'Not every hook works.' : 'No hooks of ctx are installed.',
    hint: `\`${program} init --hooks\` installs and renews them. --exit-zero ends with 0 whatever is found.`,
  }),
  host_unknown: ({ target, known, nearest }) => ({
    message: `There is no host \`${target}\`.`,
    hint: didYouMean(nearest, `Hosts: ${known.join(', ')}.`),
  }),
  host_missing: ({ known }) => ({
    message: 'No host was found on this machine.',
    hint: `Name it: --host ${known.join(' or --host ')}.`,
  }),
  host_scope_missing: ({ host, scope }) => ({
    message: `${host} has no ${scope} settings.`,
    hint: 'Choose another --scope: user or project.',
  }),
} satisfies Partial<WordsFor<Codes>>;
