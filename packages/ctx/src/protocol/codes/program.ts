// How the program itself ends early.

import { code } from '../failure.js';

export const programCodes = () => ({
  internal_error: code<{ crashFile?: string | undefined }>('unknown'),
  interrupted: code('runtime', { exitCode: 130, retryable: true }),
  terminated: code('runtime', { exitCode: 143, retryable: true }),
  output_undeliverable: code<{ reason: string }>('delivery'),
  /** `reason` is why a file of the program could not be loaded, where it is there. */
  package_incomplete: code<{ reason?: string | undefined }>('filesystem'),
  /** `target` is what it was wanted for. */
  git_not_installed: code('runtime'),
  working_folder_gone: code('filesystem'),
  /** `last` is the last second that can be named. */
  epoch_invalid: code<{ last: number }>('usage'),
  /** `value` is what HOME holds: nothing, or a path that is not absolute. */
  home_unusable: code<{ value: string }>('usage'),
  /** An environment variable, by its name, and what it has to hold. */
  variable_invalid: code<{ value: string; wanted: string }>('usage'),
});
