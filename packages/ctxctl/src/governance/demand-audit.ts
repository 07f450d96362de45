// What the demand log means: which surfaces may move, and what becomes of the classification as a whole.

import type { Signal } from './demand-log.js';

export type SurfaceVerdict = 'candidate' | 'discuss' | 'stay';
export type OverallVerdict = 'close' | 'surface-by-surface' | 'reopen';

/** The protocol's thresholds, in one place. */
export const demandThresholds = { candidate: 2, reopen: 3 } as const;

interface SurfaceFinding {
  readonly surface: string;
  readonly signals: number;
  readonly stable_schema: boolean;
  readonly verdict: SurfaceVerdict;
}

export interface DemandAudit {
  readonly overall: OverallVerdict;
  readonly signals: number;
  readonly surfaces: SurfaceFinding[];
  readonly may_move: string[];
}

export function auditDemand(
  surfaces: readonly string[],
  signals: readonly Signal[],
  hasStableSchema: (surface: string) => boolean,
): DemandAudit {
  const counted = openSignals(signals).filter(({ surface }) => surfaces.includes(surface));
  const findings = surfaces.map((surface) => {
    const number = independentSources(counted.filter((signal) => signal.surface === surface));
    const stable = hasStableSchema(surface);
    return { surface, signals: number, stable_schema: stable, verdict: verdictOf(number, stable) };
  });
  const total = findings.reduce((sum, finding) => sum + finding.signals, 0);
  return {
    overall: overallOf(total),
    signals: total,
    surfaces: findings,
    may_move: findings.flatMap(({ surface, verdict }) => (verdict === 'candidate' ? [surface] : [])),
  };
}

export function openSignals(signals: readonly Signal[]): readonly Signal[] {
  return signals.filter(({ resolved }) => resolved === undefined);
}

/** Two spellings of one name are one source. */
export function independentSources(signals: readonly Signal[]): number {
  return new Set(signals.map(({ source }) => sourceKey(source))).size;
}

/** What two spellings of a source have in common. */
export function sourceKey(source: string): string {
  return source.normalize().toLowerCase().replace(/\s+/g, ' ');
}

function verdictOf(signals: number, stableSchema: boolean): SurfaceVerdict {
  if (signals >= demandThresholds.candidate) return 'candidate';
  return signals === 1 && stableSchema ? 'discuss' : 'stay';
}

function overallOf(signals: number): OverallVerdict {
  if (signals === 0) return 'close';
  return signals >= demandThresholds.reopen ? 'reopen' : 'surface-by-surface';
}
