// The fields that narrow the list. What stands in them stands in the address.

import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SessionRow } from '../../../src/dashboard/api.js';
import { plain } from '../../parts/foreign.js';
import { projectName } from '../../parts/session-words.js';
import { goTo, withQuery } from '../../state/route.js';
import { choices, type Field, type Filter } from './filter.js';

interface BarProps {
  readonly filter: Filter;
  readonly rows: ReadonlyMap<string, SessionRow>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly isFiltered: boolean;
}

export function FilterBar({ filter, rows, search, isFiltered }: BarProps) {
  const all = useMemo(() => choices(rows.values()), [rows]);
  const set = (name: Field) => (event: { currentTarget: { value: string } }) =>
    goTo(withQuery({ [name]: event.currentTarget.value }), true);
  const select = (
    name: 'agent' | 'model' | 'result' | 'project',
    label: string,
    shown = (value: string) => value,
  ) => (
    <select aria-label={label} value={filter[name]} onChange={set(name)}>
      <option value="">{label}</option>
      {all[name].map((value) => (
        <option key={value} value={value}>
          {plain(shown(value)).slice(0, 80)}
        </option>
      ))}
    </select>
  );
  return (
    <search class="filters">
      <input
        ref={search}
        type="search"
        class="text"
        aria-label="Search in titles, ids, models and projects"
        placeholder="Search"
        value={filter.text}
        onInput={set('text')}
      />
      {select('agent', 'Any agent')}
      {select('model', 'Any model')}
      {select('result', 'Any result', (value) => value.replaceAll('_', ' '))}
      {all.project.length > 1 || filter.project !== '' ? select('project', 'Any project', projectName) : null}
      <div class="dates">
        <label class="date">
          <span>from</span>
          <input type="date" value={filter.from} onInput={set('from')} />
        </label>
        <label class="date">
          <span>to</span>
          <input type="date" value={filter.to} onInput={set('to')} />
        </label>
        <label class="date">
          <span>at least $</span>
          <input type="number" class="cost" min="0" step="0.01" value={filter.cost} onInput={set('cost')} />
        </label>
        {isFiltered ? (
          <button type="button" class="btn tiny" onClick={() => goTo('/sessions')}>
            Clear the filters
          </button>
        ) : null}
      </div>
    </search>
  );
}
