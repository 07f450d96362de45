// The flags of a command line that travel with a session to another machine, and those that cannot.

import { contradiction } from '../../cli/contradiction.js';
import { passedLimits, passedLists, passedSwitches, passedTexts } from '../acp/client-terms.js';

const passed: readonly string[] = [
  ...passedTexts,
  ...passedLists,
  ...passedLimits,
  ...passedSwitches,
  'seed',
  'effort',
  'profile',
  'on-deny',
];

/** They are about this machine, or about a session that is made here. */
const stayHere = [
  'append',
  'out',
  'session-id',
  'sessions-dir',
  'run-id',
  'show-context',
  'continue',
  'agent',
  'strict',
  'idle-seconds',
  'base-url',
  'workspace',
  'structured-output',
  'mcp',
  'trust',
  'no-sandbox',
];

export function passedFlags(flags: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(passed.flatMap((name) => (isGiven(flags[name]) ? [[name, flags[name]]] : [])));
}

/** Refused, never ignored. */
export function refuseLocal(flags: Readonly<Record<string, unknown>>, naming: string): void {
  const given = stayHere.find((name) => isGiven(flags[name]));
  if (given !== undefined) throw contradiction(naming, `--${given}`);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}
