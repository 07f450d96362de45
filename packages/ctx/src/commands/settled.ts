// What a session that is there has settled. It goes on with the settings in its log.

import { contradiction } from '../cli/contradiction.js';

const settled = [
  'system',
  'workspace',
  'structured-output',
  'seed',
  'no-sandbox',
  'no-context',
  'mcp',
  'no-mcp',
];

/** Flags that would set what is settled, and `others`, beside the one that names the session: refused, never ignored. */
export function refuseSettings(
  flags: Readonly<Record<string, unknown>>,
  naming: string,
  others: readonly string[] = [],
): void {
  const given = [...others, ...settled].find((name) => isGiven(flags[name]));
  if (given !== undefined) throw contradiction(naming, `--${given}`);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}
