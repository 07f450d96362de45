// How far a fleet is, as one bar.

import type { FleetRow } from '../../../src/dashboard/fleet-api.js';
import { grouped } from '../../../src/evidence/story/amounts.js';
import { standings } from './standing.js';

export function Progress({ counts }: { readonly counts: FleetRow['counts'] }) {
  const all = Math.max(
    1,
    Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
  const shown = standings.filter(({ state }) => counts[state] > 0);
  const label = shown.map(({ state, name }) => `${grouped(counts[state])} ${name}`).join(', ');
  return (
    <div class="progress" role="img" aria-label={label}>
      {shown.map(({ state, paint }) => (
        <i key={state} class={paint} style={{ width: `${(counts[state] / all) * 100}%` }} />
      ))}
    </div>
  );
}
