// Which sessions a person wants to see, as the address says it, and in which order.

import type { SessionRow } from '../../../src/dashboard/api.js';
import { agentOf, dayOf, resultOf, titleOf, tokensOf } from '../../parts/session-words.js';

export const fields = ['text', 'agent', 'model', 'result', 'project', 'from', 'to', 'cost'] as const;
export type Field = (typeof fields)[number];
export type Filter = Readonly<Record<Field, string>>;

export const sorts = ['when', 'title', 'tokens', 'cost', 'calls'] as const;
export type Sort = (typeof sorts)[number];
export interface Order {
  readonly by: Sort;
  readonly up: boolean;
}

export function filterOf(query: URLSearchParams): Filter {
  const said = (name: Field) => query.get(name) ?? '';
  return {
    text: said('text'),
    agent: said('agent'),
    model: said('model'),
    result: said('result'),
    project: said('project'),
    from: said('from'),
    to: said('to'),
    cost: said('cost'),
  };
}

export function orderOf(query: URLSearchParams): Order {
  const said = query.get('sort') ?? '';
  const by = sorts.find((each) => said === each || said === `-${each}`);
  return { by: by ?? 'when', up: by === said };
}

export function chosen(rows: Iterable<SessionRow>, filter: Filter, { by, up }: Order): SessionRow[] {
  const fits = fitsOf(filter);
  const found = [...rows].filter(fits);
  const sign = up ? 1 : -1;
  const key = keys[by];
  return found
    .map((row) => ({ row, value: key(row) }))
    .sort((a, b) => (a.value < b.value ? -sign : a.value > b.value ? sign : a.row.key < b.row.key ? -1 : 1))
    .map(({ row }) => row);
}

const keys: Readonly<Record<Sort, (row: SessionRow) => string | number>> = {
  when: ({ last_modified }) => last_modified,
  title: (row) => titleOf(row).toLowerCase(),
  tokens: (row) => tokensOf(row) ?? -1,
  cost: ({ totals }) => totals.cost_microusd ?? -1,
  calls: ({ totals }) => totals.model_calls + totals.tool_calls,
};

function fitsOf({
  text,
  agent,
  model,
  result,
  project,
  from,
  to,
  cost,
}: Filter): (row: SessionRow) => boolean {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const least = Number(cost) * 1e6;
  return (row) => {
    if (agent !== '' && agentOf(row) !== agent) return false;
    if (model !== '' && row.model !== model) return false;
    if (result !== '' && resultOf(row) !== result) return false;
    if (project !== '' && row.project !== project) return false;
    if (least > 0 && (row.totals.cost_microusd ?? 0) < least) return false;
    if (from !== '' || to !== '') {
      const day = dayOf(row.last_modified);
      if ((from !== '' && day < from) || (to !== '' && day > to)) return false;
    }
    if (words.length === 0) return true;
    const all =
      `${row.title}\n${row.session_id}\n${row.model}\n${agentOf(row)}\n${row.project}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

/** What there is to choose from, the most frequent first. */
export function choices(
  rows: Iterable<SessionRow>,
): Readonly<Record<'agent' | 'model' | 'result' | 'project', readonly string[]>> {
  const counts = {
    agent: new Map<string, number>(),
    model: new Map<string, number>(),
    result: new Map<string, number>(),
    project: new Map<string, number>(),
  };
  for (const row of rows) {
    const values = { agent: agentOf(row), model: row.model, result: resultOf(row), project: row.project };
    for (const name of ['agent', 'model', 'result', 'project'] as const)
      counts[name].set(values[name], (counts[name].get(values[name]) ?? 0) + 1);
  }
  const names = (of: ReadonlyMap<string, number>) =>
    [...of].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  return {
    agent: names(counts.agent),
    model: names(counts.model),
    result: names(counts.result),
    project: names(counts.project),
  };
}
