// One fleet, live: all its sessions at a glance, how fast they end, what they cost, who works on them, and why sessions failed.

import type { FleetAnswer } from '../../src/dashboard/fleet-api.js';
import { duration, grouped, money } from '../../src/evidence/story/amounts.js';
import { Badge, Block, Command, FaultCard, Loading, Title } from '../parts/basics.js';
import { Bars, TableBehind } from '../parts/charts.js';
import { Foreign, plain } from '../parts/foreign.js';
import { useKeys } from '../parts/keys.js';
import { Meter } from '../parts/meter.js';
import { projectName } from '../parts/session-words.js';
import { useDashboard } from '../state/dashboard.js';
import { useFleet } from '../state/live-fleet.js';
import { goTo, sessionPath, withQuery } from '../state/route.js';
import { useStore } from '../state/store.js';
import { countsOf, SessionGrid } from './fleet/grid.js';
import { SessionRows } from './fleet/session-rows.js';
import { FleetBadge, standings } from './fleet/standing.js';
import { Workers } from './fleet/workers.js';

export function FleetView({
  fleetKey,
  query,
}: {
  readonly fleetKey: string;
  readonly query: URLSearchParams;
}) {
  const { answer, fault, again } = useFleet(fleetKey);
  useKeys({ u: () => goTo('/fleets') });
  if (answer !== undefined)
    return (
      <>
        {fault === undefined ? null : <FaultCard fault={fault} again={again} />}
        <Told answer={answer} query={query} />
      </>
    );
  return (
    <>
      <Title title={<Foreign text={fleetKey} />} name={plain(fleetKey)} />
      {fault === undefined ? <Loading lines={4} /> : <FaultCard fault={fault} again={again} />}
    </>
  );
}

function Told({ answer, query }: { readonly answer: FleetAnswer; readonly query: URLSearchParams }) {
  const { data, toast } = useDashboard();
  const logs = useStore(data.sessions).rows;
  const { fleet, sessions, workers } = answer;
  const { fleet_id, state, stuck, kept, project } = fleet;
  const open = ({ log, id }: FleetAnswer['sessions'][number]) => {
    if (logs.has(log)) goTo(sessionPath(log));
    else toast.set(`${plain(id)} has no log on this machine.`);
  };
  return (
    <>
      <p class="crumbs small">
        <a href="/fleets">Fleets</a> <span aria-hidden="true">/</span> <Foreign text={fleet_id} />
      </p>
      <Title
        title={<Foreign text={fleet_id} />}
        name={plain(fleet_id)}
        sub={
          <>
            <FleetBadge fleet={fleet} /> {kept === 'store' ? 'in PostgreSQL' : 'on this machine'} ·{' '}
            <Foreign text={projectName(project)} />
          </>
        }
      />
      {stuck === 0 ? null : <Stuck fleet={fleet} />}
      {state === 'open' && stuck === 0 ? (
        <div class="card top open">
          Nobody is working on it. <Command line={`ctx fleet resume ${plain(fleet_id)}`} />
        </div>
      ) : null}
      <Tiles answer={answer} />
      <Block title="All sessions" end={<Legend sessions={sessions} />}>
        <div class="card">
          <SessionGrid sessions={sessions} open={open} />
        </div>
      </Block>
      <Pace answer={answer} />
      <Causes answer={answer} />
      <Workers workers={workers} />
      <SessionRows sessions={sessions} query={query} />
    </>
  );
}

function Stuck({ fleet: { stuck, kept, fleet_id } }: { readonly fleet: FleetAnswer['fleet'] }) {
  return (
    <div class="card top bad" role="status">
      <Badge look="bad">stuck</Badge> {grouped(stuck)} {stuck === 1 ? 'session is' : 'sessions are'} at a
      worker that has gone silent.{' '}
      {kept === 'store' ? (
        'Another worker takes them over; if there is none, start one:'
      ) : (
        <>Continue with:</>
      )}{' '}
      <Command line={kept === 'store' ? 'ctx fleet work' : `ctx fleet resume ${plain(fleet_id)}`} />
    </div>
  );
}

function Tiles({ answer: { fleet, per_minute, throughput } }: { readonly answer: FleetAnswer }) {
  const { counts, totals, spent, reserved, max_microusd, max_tokens } = fleet;
  const ended = counts.completed + counts.failed + counts.cancelled;
  const all = ended + counts.running + counts.queued;
  const span = throughput.completed.length * throughput.step;
  const held = (amount: number, says: (value: number) => string) =>
    amount === 0 ? undefined : `${says(amount)} reserved`;
  return (
    <>
      <dl class="tiles">
        <Tile name="running" value={grouped(counts.running)} more={`${grouped(counts.queued)} waiting`} />
        <Tile
          name="ended"
          value={`${grouped(ended)} of ${grouped(all)}`}
          more={`${grouped(counts.failed)} failed, ${grouped(counts.cancelled)} cancelled`}
        />
        <Tile
          name="ended in the last minute"
          value={grouped(per_minute)}
          more={`${grouped(Math.round((ended * 60_000) / Math.max(1, span)))} a minute in all`}
        />
        <Tile name="cost" value={money(totals.cost_microusd)} more={held(reserved.microusd, money)} />
      </dl>
      {max_microusd === undefined && max_tokens === undefined ? null : (
        <div class="card meters">
          {max_microusd === undefined ? null : (
            <Meter name="cost" used={spent.microusd + reserved.microusd} most={max_microusd} says={money} />
          )}
          {max_tokens === undefined ? null : (
            <Meter name="tokens" used={spent.tokens + reserved.tokens} most={max_tokens} says={grouped} />
          )}
        </div>
      )}
    </>
  );
}

function Tile({
  name,
  value,
  more,
}: {
  readonly name: string;
  readonly value: string;
  readonly more: string | undefined;
}) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd>{value}</dd>
      {more === undefined ? null : <dd class="more">{more}</dd>}
    </div>
  );
}

function Legend({ sessions }: { readonly sessions: FleetAnswer['sessions'] }) {
  const counts = countsOf(sessions);
  return (
    <span class="legend">
      {standings
        .filter(({ state }) => counts[state] > 0)
        .map(({ state, name, paint }) => (
          <a key={state} href={withQuery({ state, cause: '' })}>
            <i class={paint} aria-hidden="true" />
            {grouped(counts[state])} {name}
          </a>
        ))}
    </span>
  );
}

function Pace({ answer: { throughput } }: { readonly answer: FleetAnswer }) {
  const { from, step, completed, failed, cost_microusd } = throughput;
  const time = (i: number) => new Date(from + i * step).toISOString().slice(step < 86_400_000 ? 11 : 5, 19);
  return (
    <Block title="Throughput" end={`sessions that ended in ${duration(step)}`}>
      <div class="card">
        <Bars
          label="Sessions that ended, over time"
          says={grouped}
          series={[
            { name: 'completed', paint: 'f1' },
            { name: 'failed or cancelled', paint: 'fbad' },
          ]}
          points={completed.map((count, i) => ({ name: time(i), values: [count, failed[i] ?? 0] }))}
        />
        <TableBehind
          name="Throughput and cost"
          head={['from (UTC)', 'completed', 'failed or cancelled', 'cost in micro-dollars']}
          rows={completed.map((count, i) => [time(i), count, failed[i] ?? 0, cost_microusd[i] ?? 0])}
        />
      </div>
    </Block>
  );
}

function Causes({ answer: { fleet } }: { readonly answer: FleetAnswer }) {
  const { data } = useDashboard();
  const logs = useStore(data.sessions).rows;
  if (fleet.causes.length === 0) return null;
  return (
    <Block title="Failures by cause">
      <ul class="card causes">
        {fleet.causes.map(({ cause, count, sessions }) => (
          <li key={cause}>
            <b class="num">{grouped(count)}</b>
            <a href={withQuery({ state: 'failed', cause })}>
              <Foreign text={cause.replaceAll('_', ' ')} />
            </a>
            <span class="soft small">
              {sessions.map((id, i) => (
                <span key={id}>
                  {i === 0 ? '' : ', '}
                  {logs.has(id) ? (
                    <a href={sessionPath(id)}>
                      <Foreign text={id} />
                    </a>
                  ) : (
                    <Foreign text={id} />
                  )}
                </span>
              ))}
              {count > sessions.length ? ', …' : ''}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}
