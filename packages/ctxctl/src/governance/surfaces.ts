// Which surfaces are opted out, and which were from the start: none of them may slip into JSON without demand.

import type { CommandTable } from '../../../ctx/src/kit/command.js';
import { nearest } from '../../../ctx/src/kit/failures.js';
import { fail } from '../codes.js';

/** Every surface that the protocol opted out when it was written, also those whose commands come later. */
export const optedOutGroups = {
  Reports: ['summary', 'manifest', 'parity-audit', 'setup-report'],
  Lists: ['subsystems', 'commands', 'tools'],
  'Connection modes': ['remote-mode', 'ssh-mode', 'teleport-mode', 'direct-connect-mode', 'deep-link-mode'],
} as const;

export const optedOutFromTheStart: readonly string[] = Object.values(optedOutGroups).flat();

export function optedOutSurfaces(table: CommandTable): string[] {
  const now = table.commands.filter(({ surface }) => surface === 'opted-out').map(({ name }) => name);
  const promoted = table.commands.filter(({ surface }) => surface === 'clawable').map(({ name }) => name);
  const all = new Set([...optedOutFromTheStart, ...now]);
  return [...all].filter((name) => !promoted.includes(name)).sort();
}

export function promotedSurfaces(table: CommandTable): string[] {
  const clawable = new Set(
    table.commands.filter(({ surface }) => surface === 'clawable').map(({ name }) => name),
  );
  return optedOutFromTheStart.filter((name) => clawable.has(name));
}

/** Whether a name was ever a surface: signals for one that has moved to JSON stay on record. */
export function surfaceTest(table: CommandTable): (name: string) => boolean {
  const known = new Set<string>([...optedOutFromTheStart, ...table.commands.map(({ name }) => name)]);
  return (name) => known.has(name);
}

export function unknownSurface(operation: string, target: string, table: CommandTable) {
  const surfaces = optedOutSurfaces(table);
  return fail('demand_surface_unknown', { operation, target, nearest: nearest(target, surfaces), surfaces });
}
