// What a session gives as traces, trajectories or a summary, made again as a digest each: they may be larger than memory.

import { createHash, type Hash, hash } from 'node:crypto';
import { readRuns } from '../../session/read-runs.js';
import { fillTraces } from '../export/write-traces.js';
import { commentOf } from '../summary/comment.js';
import { fillTrajectories } from '../trajectory/write-trajectories.js';
import type { HowMade } from './loose-file.js';
import { type LooseKind, summaryName } from './loose-kind.js';

/** Name → digest. */
export function looseDigests(path: string, kind: LooseKind, made: HowMade): ReadonlyMap<string, string> {
  const { content = false, links = [] } = made;
  switch (kind) {
    case 'traces':
      return digestsOf((output) => fillTraces({ path, only: onlyRun(path, made), content }, output));
    case 'trajectories':
      return digestsOf((output) => fillTrajectories({ path, only: undefined }, output));
    case 'summary':
      return new Map([[summaryName, hash('sha256', commentOf(path, onlyRun(path, made), links).markdown)]]);
  }
}

/** The one run that was wanted, where the session has others as well. */
function onlyRun(path: string, { runs = new Set() }: HowMade): string | undefined {
  const [only] = runs;
  if (only === undefined || runs.size > 1) return undefined;
  const all = readRuns(path, undefined, () => {}).runs;
  return all.length > 1 && all.includes(only) ? only : undefined;
}

type Fill = (output: { pieces(name: string): { write(text: string): void; end(): void } }) => unknown;

function digestsOf(fill: Fill): ReadonlyMap<string, string> {
  const hashes = new Map<string, Hash>();
  fill({
    pieces(name) {
      const one = hashes.get(name) ?? createHash('sha256');
      hashes.set(name, one);
      return { write: (text) => void one.update(text), end: () => {} };
    },
  });
  return new Map(Array.from(hashes, ([name, one]) => [name, one.digest('hex')]));
}
