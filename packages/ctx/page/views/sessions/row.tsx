// A session in the list: one line on a screen, three on a phone.

import { useEffect, useState } from 'preact/hooks';
import type { SessionRow } from '../../../src/dashboard/api.js';
import { grouped, money } from '../../../src/evidence/story/amounts.js';
import { Foreign, plain } from '../../parts/foreign.js';
import { agentOf, ResultBadge, titleOf, tokensOf, whenOf } from '../../parts/session-words.js';
import { goTo, sessionPath, withQuery } from '../../state/route.js';
import type { Order, Sort } from './filter.js';

const phone = '(max-width: 56rem)';

/** As the style has it: all rows are equally high. */
export function useRowHeight(): number {
  const [isPhone, setPhone] = useState(() => matchMedia(phone).matches);
  useEffect(() => {
    const media = matchMedia(phone);
    const look = () => setPhone(media.matches);
    media.addEventListener('change', look);
    return () => media.removeEventListener('change', look);
  }, []);
  return isPhone ? 86 : 44;
}

const columns: readonly { readonly name: string; readonly sort?: Sort; readonly kind: string }[] = [
  { name: 'Mark', kind: 'c-mark' },
  { name: 'When', sort: 'when', kind: 'c-when' },
  { name: 'Result', kind: 'c-result' },
  { name: 'Task', sort: 'title', kind: 'c-title' },
  { name: 'Agent and model', kind: 'c-actor' },
  { name: 'Calls', sort: 'calls', kind: 'c-n c-calls' },
  { name: 'Tokens', sort: 'tokens', kind: 'c-n' },
  { name: 'Cost', sort: 'cost', kind: 'c-n' },
];

export function Heads({ order }: { readonly order: Order }) {
  const sortBy = (sort: Sort) => {
    const up = order.by === sort ? !order.up : sort === 'title';
    goTo(withQuery({ sort: sort === 'when' && !up ? '' : `${up ? '' : '-'}${sort}` }), true);
  };
  return (
    <div class="heads" role="rowgroup">
      <div class="session-row" role="row" aria-rowindex={1}>
        {columns.map(({ name, sort, kind }) => (
          <span
            key={name}
            class={kind}
            role="columnheader"
            {...(sort === order.by
              ? { 'aria-sort': order.up ? ('ascending' as const) : ('descending' as const) }
              : {})}
          >
            {sort === undefined ? (
              <span class={kind === 'c-mark' ? 'hidden' : ''}>{name}</span>
            ) : (
              <button type="button" onClick={() => sortBy(sort)}>
                {name}
                <span aria-hidden="true">{sort === order.by ? (order.up ? ' ↑' : ' ↓') : ''}</span>
              </button>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly row: SessionRow;
  readonly index: number;
  readonly isActive: boolean;
  readonly isMarked: boolean;
  readonly mark: () => void;
}

export function Row({ row, index, isActive, isMarked, mark }: RowProps) {
  const title = plain(titleOf(row));
  return (
    <div
      class={`session-row${isActive ? ' active' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      {...(isActive ? { 'aria-current': 'true' as const } : {})}
    >
      <span class="c-mark" role="cell">
        <input
          type="checkbox"
          aria-label={`Mark for a comparison: ${title.slice(0, 80)}`}
          checked={isMarked}
          onChange={mark}
        />
      </span>
      <span class="c-when soft num" role="cell" title={row.last_modified}>
        {whenOf(row.last_modified)}
      </span>
      <span class="c-result" role="cell">
        <ResultBadge row={row} />
      </span>
      <span class="c-title" role="cell">
        <a class="cut" href={sessionPath(row.key)} title={title}>
          <Foreign text={titleOf(row)} />
        </a>
      </span>
      <span class="c-actor cut soft small" role="cell">
        <Foreign text={agentOf(row)} /> · <Foreign text={row.model} />
      </span>
      <span class="c-n c-calls num" role="cell">
        {grouped(row.totals.model_calls + row.totals.tool_calls)}
      </span>
      <span class="c-n num" role="cell">
        {grouped(tokensOf(row))}
        <span class="unit"> tokens</span>
      </span>
      <span class="c-n num" role="cell">
        {money(row.totals.cost_microusd)}
      </span>
    </div>
  );
}
