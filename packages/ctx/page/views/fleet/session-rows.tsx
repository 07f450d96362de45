// The sessions of a fleet, one line each; by state and by cause.

import { useMemo } from 'preact/hooks';
import type { FleetSessionRow } from '../../../src/dashboard/fleet-api.js';
import { duration, grouped, money } from '../../../src/evidence/story/amounts.js';
import { Block } from '../../parts/basics.js';
import { useChosen } from '../../parts/chosen.js';
import { Foreign, plain } from '../../parts/foreign.js';
import { useKeys } from '../../parts/keys.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { useDashboard } from '../../state/dashboard.js';
import { goTo, sessionPath, withQuery } from '../../state/route.js';
import { useStore } from '../../state/store.js';
import { StandingBadge, standings } from './standing.js';

interface RowsProps {
  readonly sessions: readonly FleetSessionRow[];
  readonly query: URLSearchParams;
}

const rowHeight = 40;
const heads = ['State', 'Session', 'Cause', 'Worker', 'Tries', 'Tokens', 'Cost', 'Time'];
const kinds = ['c-result', 'c-title', 'c-cause', 'c-worker', 'c-n', 'c-n', 'c-n', 'c-n'];

export function SessionRows({ sessions, query }: RowsProps) {
  const { data } = useDashboard();
  const logs = useStore(data.sessions).rows;
  const state = standings.find((one) => one.state === query.get('state'))?.state ?? '';
  const cause = query.get('cause') ?? '';
  const causes = useMemo(() => [...new Set(sessions.flatMap((one) => one.cause ?? []))].sort(), [sessions]);
  const found = useMemo(
    () =>
      sessions.filter(
        (one) => (state === '' || one.state === state) && (cause === '' || one.cause === cause),
      ),
    [sessions, state, cause],
  );
  const { at: active, next, back } = useChosen(useMemo(() => found.map(({ id }) => id), [found]));
  const log = found[active]?.log;
  useKeys({
    j: next,
    k: back,
    ...(log !== undefined && logs.has(log) ? { Enter: () => goTo(sessionPath(log)) } : {}),
  });
  return (
    <Block title="Sessions" end={`${grouped(found.length)} of ${grouped(sessions.length)}`}>
      <div class="filters">
        <select
          aria-label="State"
          value={state}
          onChange={({ currentTarget }) => goTo(withQuery({ state: currentTarget.value }), true)}
        >
          <option value="">Any state</option>
          {standings.map((one) => (
            <option key={one.state} value={one.state}>
              {one.name}
            </option>
          ))}
        </select>
        <select
          aria-label="Cause"
          value={cause}
          onChange={({ currentTarget }) => goTo(withQuery({ cause: currentTarget.value }), true)}
        >
          <option value="">Any cause</option>
          {causes.map((name) => (
            <option key={name} value={name}>
              {plain(name)}
            </option>
          ))}
        </select>
      </div>
      <VirtualList<FleetSessionRow>
        rows={found}
        rowHeight={rowHeight}
        keyOf={({ id }) => id}
        label="Sessions of the fleet"
        active={active}
        head={<Heads />}
      >
        {(row, i) => <Row row={row} index={i} isActive={i === active} hasLog={logs.has(row.log)} />}
      </VirtualList>
    </Block>
  );
}

function Heads() {
  return (
    <div class="heads" role="rowgroup">
      <div class="session-row fleet-row" role="row" aria-rowindex={1}>
        {heads.map((name, i) => (
          <span key={name} class={kinds[i]} role="columnheader">
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly row: FleetSessionRow;
  readonly index: number;
  readonly isActive: boolean;
  readonly hasLog: boolean;
}

function Row({ row, index, isActive, hasLog }: RowProps) {
  const { id, log, state, cause, worker, attempts, tokens, cost_microusd, since, at } = row;
  const took = since === undefined || state === 'queued' ? undefined : at - since;
  const cells = [
    <StandingBadge state={state} />,
    hasLog ? (
      <a class="cut" href={sessionPath(log)}>
        <Foreign text={id} />
      </a>
    ) : (
      <span class="cut">
        <Foreign text={id} />
      </span>
    ),
    <span class="cut soft">
      <Foreign text={row.cancelled ? 'is being cancelled' : (cause ?? '').replaceAll('_', ' ')} />
    </span>,
    <span class="cut soft">
      <Foreign text={worker ?? ''} />
    </span>,
    grouped(attempts),
    tokens === undefined ? '' : grouped(tokens),
    cost_microusd === undefined ? '' : money(cost_microusd),
    state === 'running' ? <Running since={since ?? at} /> : took === undefined ? '' : duration(took),
  ];
  return (
    <div
      class={`session-row fleet-row${isActive ? ' active' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      {...(isActive ? { 'aria-current': 'true' as const } : {})}
    >
      {cells.map((cell, i) => (
        <span key={i} class={`${kinds[i]}${i > 3 ? ' num' : ''}`} role="cell">
          {cell}
        </span>
      ))}
    </div>
  );
}

function Running({ since }: { readonly since: number }) {
  return <span class="soft">since {new Date(since).toISOString().slice(11, 19)}</span>;
}
