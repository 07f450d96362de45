// What a session that is there has settled. It goes on with the settings in its log.

import { refuseBeside } from './given-flags.js';

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

/** Flags that would set what is settled, and `others`, beside the one that names the session. */
export function refuseSettings(
  flags: Readonly<Record<string, unknown>>,
  naming: string,
  others: readonly string[] = [],
): void {
  refuseBeside(naming, flags, [...others, ...settled]);
}
