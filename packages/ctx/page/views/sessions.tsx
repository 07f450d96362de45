// All sessions: found by what a person remembers of them, and two of them marked for a comparison.

import { useMemo, useRef } from 'preact/hooks';
import type { SessionRow } from '../../src/dashboard/api.js';
import { counted, grouped, money } from '../../src/evidence/story/amounts.js';
import { Empty, Loading, Title } from '../parts/basics.js';
import { useChosen } from '../parts/chosen.js';
import { Foreign } from '../parts/foreign.js';
import { useKeys } from '../parts/keys.js';
import { VirtualList } from '../parts/virtual-list.js';
import { useDashboard } from '../state/dashboard.js';
import { goTo, sessionPath, withQuery } from '../state/route.js';
import { useStore } from '../state/store.js';
import { chosen, fields, filterOf, orderOf } from './sessions/filter.js';
import { FilterBar } from './sessions/filter-bar.js';
import { Heads, Row, useRowHeight } from './sessions/row.js';

export function SessionsView({ query }: { readonly query: URLSearchParams }) {
  const { data } = useDashboard();
  const { rows, broken, total, complete, loaded } = useStore(data.sessions);
  const filter = filterOf(query);
  const order = orderOf(query);
  const marked = (query.get('mark') ?? '').split(' ').filter((key) => key !== '');
  const search = useRef<HTMLInputElement>(null);
  const rowHeight = useRowHeight();
  const asked = JSON.stringify([filter, order]);
  const found = useMemo(() => chosen(rows.values(), filter, order), [rows, asked]);
  const cost = useMemo(
    () => found.reduce((sum, { totals }) => sum + (totals.cost_microusd ?? 0), 0),
    [found],
  );
  const { at: active, next, back } = useChosen(useMemo(() => found.map(({ key }) => key), [found]));
  const mark = (key: string) => {
    const next = marked.includes(key) ? marked.filter((each) => each !== key) : [...marked, key].slice(-2);
    goTo(withQuery({ mark: next.join(' ') }), true);
  };
  const comparison = `/compare?a=${encodeURIComponent(marked[0] ?? '')}&b=${encodeURIComponent(marked[1] ?? '')}`;
  const activeRow = found[active];
  useKeys({
    '/': () => search.current?.focus(),
    j: next,
    k: back,
    ...(activeRow === undefined
      ? {}
      : { Enter: () => goTo(sessionPath(activeRow.key)), x: () => mark(activeRow.key) }),
    ...(marked.length === 2 ? { c: () => goTo(comparison) } : {}),
  });
  const isFiltered = fields.some((name) => filter[name] !== '');
  return (
    <div class="all-sessions">
      <Title
        title="Sessions"
        sub={`${isFiltered ? `${grouped(found.length)} of ${counted(total, 'session')}` : counted(total, 'session')}, ${money(cost)}${complete ? '' : '; more are being read'}`}
      >
        {marked.length === 0 ? null : (
          <>
            <span class="soft small">{marked.length} of 2 marked</span>
            <button type="button" class="btn" onClick={() => goTo(withQuery({ mark: '' }), true)}>
              Unmark
            </button>
            {marked.length === 2 ? (
              <a class="btn main" href={comparison}>
                Compare
              </a>
            ) : null}
          </>
        )}
      </Title>
      <FilterBar filter={filter} rows={rows} search={search} isFiltered={isFiltered} />
      {!loaded ? (
        <Loading />
      ) : rows.size === 0 ? (
        <Empty icon="sessions" title="No sessions yet" command={'ctx run --task "Describe this repository"'}>
          Run an agent, capture the ones that you use (<code>ctx init --hooks</code>), or import what they
          wrote (<code>ctx import</code>).
        </Empty>
      ) : found.length === 0 ? (
        <Empty icon="sessions" title="No session matches">
          No session matches all of these filters.{' '}
          <button type="button" class="btn tiny" onClick={() => goTo('/sessions')}>
            Clear the filters
          </button>
        </Empty>
      ) : (
        <VirtualList<SessionRow>
          rows={found}
          rowHeight={rowHeight}
          keyOf={({ key }) => key}
          label="Sessions"
          active={active}
          head={<Heads order={order} />}
        >
          {(row, i) => (
            <Row
              row={row}
              index={i}
              isActive={i === active}
              isMarked={marked.includes(row.key)}
              mark={() => mark(row.key)}
            />
          )}
        </VirtualList>
      )}
      {broken.size === 0 ? null : (
        <details class="card behind-list">
          <summary class="line">{counted(broken.size, 'file')} could not be read</summary>
          <ul class="small">
            {[...broken.values()].slice(0, 200).map(({ key, session_id, why }) => (
              <li key={key}>
                <code>
                  <Foreign text={session_id} />
                </code>
                : <Foreign text={why} />; <code>ctx verify</code> says where
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
