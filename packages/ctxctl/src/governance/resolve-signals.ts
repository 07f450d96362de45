// Resolves signals: what was asked for is there, was declined, or is not wanted any more.

import { join } from 'node:path';
import type { CommandTable } from '../../../ctx/src/kit/command.js';
import { readText, writeAtomically } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { demandThresholds, independentSources, openSignals, sourceKey } from './demand-audit.js';
import {
  demandLogPath,
  flat,
  parseDemandLog,
  type Resolution,
  type Signal,
  withResolved,
} from './demand-log.js';
import { logRules, withLockedLog } from './locked-log.js';
import { takeOffPromotion, tickPromotion } from './roadmap.js';
import { promotedSurfaces, surfaceTest, unknownSurface } from './surfaces.js';

/** Which signals: those of a surface, all or of one source; or those of every surface that speaks JSON by now. */
export type Meant = { readonly surface: string; readonly source: string | undefined } | 'promoted';

export interface Resolved {
  readonly signals: readonly Signal[];
  /** Surfaces whose promotion on the roadmap was ticked off. */
  readonly ticked: readonly string[];
  /** Surfaces that are no longer to be promoted: their boxes were taken off the roadmap. */
  readonly taken_off: readonly string[];
}

export async function resolveSignals(
  root: string,
  table: CommandTable,
  meant: Meant,
  resolution: Resolution,
  now: number,
): Promise<Resolved> {
  if (meant !== 'promoted' && !surfaceTest(table)(meant.surface))
    throw unknownSurface('resolve', meant.surface, table);
  const promoted = promotedSurfaces(table);
  if (meant !== 'promoted' && resolution.outcome === 'promoted' && !promoted.includes(meant.surface))
    throw fail('demand_not_promoted', { operation: 'resolve', target: meant.surface });
  return withLockedLog(root, () => {
    const path = join(root, demandLogPath);
    const rules = logRules(table, now);
    const given = resolution.note === undefined ? resolution : { ...resolution, note: flat(resolution.note) };
    const { text, resolved } = withResolved(readText(path), rules, testOf(meant, promoted), given);
    if (resolved.length === 0 && meant !== 'promoted') {
      const { surface, source } = meant;
      throw fail('demand_signal_unknown', {
        operation: 'resolve',
        target: source ?? surface,
        source,
        surface,
      });
    }
    writeAtomically(path, text);
    const surfaces = [...new Set(resolved.map(({ surface }) => surface))];
    const signals = resolved.map((signal) => ({ ...signal, resolved: given }));
    if (resolution.outcome === 'promoted')
      return { signals, ticked: surfaces.filter((surface) => tickPromotion(root, surface)), taken_off: [] };
    const left = openSignals(parseDemandLog(text, rules));
    const unwanted = surfaces.filter((surface) => !isCandidate(surface, left));
    return { signals, ticked: [], taken_off: unwanted.filter((surface) => takeOffPromotion(root, surface)) };
  });
}

function isCandidate(surface: string, open: readonly Signal[]): boolean {
  const sources = independentSources(open.filter((signal) => signal.surface === surface));
  return sources >= demandThresholds.candidate;
}

function testOf(meant: Meant, promoted: readonly string[]): (signal: Signal) => boolean {
  if (meant === 'promoted') return ({ surface }) => promoted.includes(surface);
  const { surface, source } = meant;
  return (signal) =>
    signal.surface === surface &&
    (source === undefined || sourceKey(flat(signal.source)) === sourceKey(flat(source)));
}
