// Words for the program itself: how it ended, and what it needs to run at all.

import type { Codes } from '../../protocol/codes.js';
import { installation } from '../last-words.js';
import type { WordsFor } from '../wording.js';

function homeProblem(value: string): string {
  return value === ''
    ? 'HOME is not set.'
    : `HOME is ${JSON.stringify(value)}, which is not an absolute path, so ctx does not use it.`;
}

export const programWords = {
  internal_error: ({ crashFile }, program) => ({
    message: `${program} failed unexpectedly; this is a bug.`,
    hint:
      crashFile === undefined
        ? 'The stack trace could not be written anywhere; run it again with a writable TMPDIR.'
        : `The stack trace is in ${crashFile}; please report it.`,
  }),
  interrupted: () => ({ message: 'Interrupted.' }),
  terminated: () => ({ message: 'Terminated.' }),
  output_undeliverable: ({ target, reason }) => ({
    message: `The answer could not be written to ${target}: ${reason}.`,
    hint: 'The command itself may have worked; look before you repeat it.',
  }),
  package_incomplete: ({ target, reason }, program) => installation(target, reason, program),
  git_not_installed: ({ operation, target }) => ({
    message: `git is not installed, and ctx needs it to ${operation} ${target}.`,
    hint: 'Install git, or add its folder to PATH; nothing was changed.',
  }),
  working_folder_gone: () => ({
    message: 'The folder that you are in was deleted.',
    hint: 'Go to an existing folder (`cd`), and try again.',
  }),
  epoch_invalid: ({ target, last }) => ({
    message: `SOURCE_DATE_EPOCH is ${JSON.stringify(target)}, which is not a number of seconds from 0 to ${last}.`,
    hint: 'Give seconds since 1970, not milliseconds, or unset it.',
  }),
  home_unusable: ({ value }) => ({
    message: homeProblem(value),
    hint: 'Set HOME to your home folder. Nothing was written.',
  }),
  variable_invalid: ({ target, value, wanted }) => ({
    message: `${target} is ${JSON.stringify(value)}, which is not ${wanted}.`,
    hint: `Change ${target}, or unset it.`,
  }),
} satisfies Partial<WordsFor<Codes>>;
