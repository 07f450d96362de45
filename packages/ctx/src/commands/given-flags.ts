// Flags that stand on a command line, and those that do not go with another one.

import { contradiction } from '../cli/contradiction.js';

type Flags = Readonly<Record<string, unknown>>;

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** Refused, never ignored. */
export function refuseBeside(naming: string, flags: Flags, names: readonly string[]): void {
  const given = names.find((name) => isGiven(flags[name]));
  if (given !== undefined) throw contradiction(naming, `--${given}`);
}
