// Resolves signals: what was asked for is there, was declined, or is not wanted any more.

import { join } from 'node:path';
import type { CommandTable } from '../../../ctx/src/kit/command.js';
import { readText, writeAtomically } from '../../../ctx/src/kit/files.js';
import { fail } from '../codes.js';
import { sourceKey } from './demand-audit.js';
import { demandLogPath, flat, type Resolution, type Signal, withResolved } from './demand-log.js';
import { logRules, withLockedLog } from './locked-log.js';
import { tickPromotion } from './roadmap.js';
import { promotedSurfaces, surfaceTest, unknownSurface } from './surfaces.js';

/** Which signals: those of a surface, all or of one source; or those of every surface that speaks JSON by now. */
export type Meant = { readonly surface: string; readonly source: string | undefined } | 'promoted';

export interface Resolved {
  readonly signals: readonly Signal[];
  /** Surfaces whose promotion on the roadmap was ticked off. */
  readonly ticked: readonly string[];
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
  return withLockedLog(root, () => {
    const path = join(root, demandLogPath);
    const given = resolution.note === undefined ? resolution : { ...resolution, note: flat(resolution.note) };
    const { text, resolved } = withResolved(
      readText(path),
      logRules(table, now),
      testOf(meant, promotedSurfaces(table)),
      given,
    );
    if (resolved.length === 0 && meant !== 'promoted') {
      const { surface, source } = meant;
      throw fail('demand_signal_unknown', { operation: 'resolve', target: source ?? surface, surface });
    }
    writeAtomically(path, text);
    const surfaces = [...new Set(resolved.map(({ surface }) => surface))];
    const ticked =
      resolution.outcome === 'promoted' ? surfaces.filter((surface) => tickPromotion(root, surface)) : [];
    return { signals: resolved.map((signal) => ({ ...signal, resolved: given })), ticked };
  });
}

function testOf(meant: Meant, promoted: readonly string[]): (signal: Signal) => boolean {
  if (meant === 'promoted') return ({ surface }) => promoted.includes(surface);
  const { surface, source } = meant;
  return (signal) =>
    signal.surface === surface &&
    (source === undefined || sourceKey(flat(signal.source)) === sourceKey(flat(source)));
}
