// Where a user keeps what is ctx's own: state, settings, what can be made again. Every hook loads this file.

import { isAbsolute } from 'node:path';
import { below } from './below.js';

export type Environment = Readonly<Record<string, string | undefined>>;

const folders = {
  state: ['XDG_STATE_HOME', '.local/state'],
  config: ['XDG_CONFIG_HOME', '.config'],
  data: ['XDG_DATA_HOME', '.local/share'],
  cache: ['XDG_CACHE_HOME', '.cache'],
} as const;

/** Nobody's home is guessed: nothing where no variable names one. */
export function userFolder(kind: keyof typeof folders, env: Environment): string | undefined {
  const [variable, usual] = folders[kind];
  const { [variable]: given = '', HOME: home = '' } = env;
  if (isAbsolute(given)) return below(given, 'ctx');
  return isAbsolute(home) ? below(home, usual, 'ctx') : undefined;
}
