// The rules that a table of commands must keep: JSON needs a schema, and leaving the opted-out list needs demand.

import type { CommandEntry, CommandTable } from '../../../ctx/src/kit/command.js';
import { demandThresholds, independentSources } from './demand-audit.js';
import type { Signal } from './demand-log.js';
import { optedOutFromTheStart } from './surfaces.js';

type Breach = 'no-schema' | 'no-demand' | 'opted-out-later';

export interface BrokenRule {
  readonly command: string;
  readonly breach: Breach;
}

export function brokenRules(table: CommandTable, signals: readonly Signal[]): BrokenRule[] {
  return table.commands.flatMap((entry) => {
    const breach = breachOf(entry, signals);
    return breach === undefined ? [] : [{ command: entry.name, breach }];
  });
}

function breachOf({ name, surface, schema }: CommandEntry, signals: readonly Signal[]): Breach | undefined {
  const listed = optedOutFromTheStart.includes(name);
  if (surface === 'opted-out') return listed ? undefined : 'opted-out-later';
  if (surface !== 'clawable') return undefined;
  if (schema === null) return 'no-schema';
  const demand = independentSources(
    signals.filter(
      ({ surface: of, resolved }) => of === name && (resolved?.outcome ?? 'promoted') === 'promoted',
    ),
  );
  return listed && demand < demandThresholds.candidate ? 'no-demand' : undefined;
}
