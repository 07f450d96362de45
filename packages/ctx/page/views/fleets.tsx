// All fleets: how far each one is, what it costs, and whether somebody still works on it.

import { useEffect, useState } from 'preact/hooks';
import type { FleetList, FleetRow } from '../../src/dashboard/fleet-api.js';
import { counted, grouped, money } from '../../src/evidence/story/amounts.js';
import { Badge, Empty, FaultCard, Loading, Title, useNow } from '../parts/basics.js';
import { Foreign } from '../parts/foreign.js';
import { projectName, whenOf } from '../parts/session-words.js';
import { useDashboard } from '../state/dashboard.js';
import { useFetched } from '../state/fetched.js';
import { lookMs } from '../state/live-fleet.js';
import { fleetPath } from '../state/route.js';
import { useStore } from '../state/store.js';
import { Progress } from './fleet/progress.js';
import { FleetBadge } from './fleet/standing.js';

export function FleetsView() {
  const { data } = useDashboard();
  const changes = useStore(data.fleets);
  const now = useNow(lookMs);
  const [isAway, setAway] = useState(false);
  const { value, fault, again } = useFetched<FleetList>('/api/fleets', `${changes} ${isAway ? now : ''}`);
  useEffect(() => setAway(fault !== undefined || value?.store_fault !== undefined), [fault, value]);
  return (
    <>
      <Title title="Fleets" sub="Many sessions under shared limits, the latest first." />
      {fault !== undefined ? (
        <FaultCard fault={fault} again={again} />
      ) : value === undefined ? (
        <Loading />
      ) : (
        <Fleets list={value} />
      )}
    </>
  );
}

function Fleets({ list: { fleets, unreadable, store_fault } }: { readonly list: FleetList }) {
  const { data } = useDashboard();
  const all = useStore(data.status)?.all === true;
  return (
    <>
      {store_fault === undefined ? null : (
        <div class="card fault" role="alert">
          <b>The store cannot be read</b>
          <p class="soft">
            <Foreign text={store_fault} />. Fleets that are files are shown; <code>ctx fleet doctor</code>{' '}
            says what is wrong.
          </p>
        </div>
      )}
      {fleets.length + unreadable.length === 0 ? (
        <Empty icon="fleets" title="No fleets yet" command="ctx fleet run FLEET.yaml">
          A fleet runs many sessions with common limits: tasks × models, one budget, retries.
        </Empty>
      ) : (
        <ul class="stack fleets">
          {fleets.map((fleet) => (
            <Card fleet={fleet} withProject={all} key={fleet.key} />
          ))}
        </ul>
      )}
      {unreadable.length === 0 ? null : (
        <details class="card behind-list">
          <summary class="line">{counted(unreadable.length, 'fleet')} could not be read</summary>
          <ul class="small">
            {unreadable.map(({ key, why }) => (
              <li key={key}>
                <code>
                  <Foreign text={key} />
                </code>
                : <Foreign text={why} />; <code>ctx verify</code> says where
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Card({ fleet, withProject }: { readonly fleet: FleetRow; readonly withProject: boolean }) {
  const { key, fleet_id, counts, totals, kept, project, last_at, stuck } = fleet;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <li class="card">
      <div class="fleet-head">
        <a class="fleet-name" href={fleetPath(key)}>
          <Foreign text={fleet_id} />
        </a>
        <FleetBadge fleet={fleet} />
        {stuck === 0 ? null : <Badge look="bad">{counted(stuck, 'session')} stuck</Badge>}
        <span class="soft small">
          {kept === 'store' ? 'PostgreSQL' : 'file'}
          {withProject ? (
            <>
              {' · '}
              <Foreign text={projectName(project)} />
            </>
          ) : null}
        </span>
        <span class="end num">{money(totals.cost_microusd)}</span>
        <span class="soft small num" title={last_at}>
          {whenOf(last_at)}
        </span>
      </div>
      <Progress counts={counts} />
      <p class="small soft">
        {grouped(counts.completed)} of {counted(all, 'session')} completed
        {counts.failed === 0 ? '' : `, ${grouped(counts.failed)} failed`}
        {counts.cancelled === 0 ? '' : `, ${grouped(counts.cancelled)} cancelled`}
        {counts.running === 0 ? '' : `, ${grouped(counts.running)} running`}
        {counts.queued === 0 ? '' : `, ${grouped(counts.queued)} waiting`}
      </p>
    </li>
  );
}
