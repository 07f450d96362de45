// The flags of a command line that travel with a session to another machine, and those that cannot.

import { passedLimits, passedLists, passedSwitches, passedTexts } from '../acp/client-terms.js';
import { isGiven, refuseBeside } from '../given-flags.js';

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

export function refuseLocal(flags: Readonly<Record<string, unknown>>, naming: string): void {
  refuseBeside(naming, flags, stayHere);
}
