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
  host_program_missing: ({ target, known, named }) => ({
    message: named
      ? `${target} is no program that can be started.`
      : known.length === 1
        ? `${target} is not installed: ${known.join()} is not on your PATH.`
        : `No host is installed: none of ${known.join(', ')} is on your PATH.`,
    hint: 'Install it, or name its program: ctx hooks verify --live --host HOST --program FILE.',
  }),
  hook_program_missing: ({ target }) => ({
    message: `${target} is not on your PATH, and hooks of a project call it by its name.`,
    hint: 'Run `npm install -g ctx-cli`, or check the hooks of your own settings: --scope user.',
  }),
  host_not_driven: ({ target, known }) => ({
    message: `${target} cannot be started for a live check.`,
    hint: `Hosts that can: ${known.join(', ')}.`,
  }),
  live_check_failed: ({ broken, first }) => ({
    message: `The live check failed for ${broken.join(', ')}: ${first}.`,
    hint: 'ctx hooks list shows each result; ctx hooks verify checks the hooks that are installed.',
  }),
  host_scope_missing: ({ host, scope }) => ({
    message: `${host} has no ${scope} settings.`,
    hint: 'Choose another --scope: user or project.',
  }),
} satisfies Partial<WordsFor<Codes>>;
