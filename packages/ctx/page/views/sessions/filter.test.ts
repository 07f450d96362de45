import { expect, it } from 'vitest';
import type { SessionRow } from '../../../src/dashboard/api.js';
import { chosen, filterOf, orderOf } from './filter.js';

const row = (key: string, more: Partial<SessionRow> = {}): SessionRow => ({
  key,
  session_id: key,
  project: '/home/ada/website',
  bytes: 1,
  last_modified: '2026-11-10T12:00:00.000Z',
  locked: false,
  state: 'ended',
  readable: true,
  created_at: '2026-11-10T12:00:00.000Z',
  title: `Task ${key}`,
  model: 'script:s.yaml',
  prompt_count: 1,
  records: 9,
  stopped: true,
  stop_reason: 'completed',
  totals: {
    turns: 1,
    model_calls: 1,
    tool_calls: 0,
    input_tokens: 10,
    output_tokens: 5,
    cost_microusd: 1000,
  },
  ...more,
});

const rows = [
  row('a', { title: 'Repair the Importer', totals: { ...row('').totals, cost_microusd: 3_000_000 } }),
  row('b', { agent: 'claude-code', model: 'opus', last_modified: '2026-11-12T12:00:00.000Z' }),
  row('c', {
    stop_reason: 'open',
    stopped: false,
    state: 'running',
    totals: { ...row('').totals, cost_microusd: null },
  }),
  row('d', {
    stop_reason: 'tool_denied',
    project: '/home/ada/api',
    last_modified: '2026-10-01T12:00:00.000Z',
  }),
];

const found = (query: string) => {
  const said = new URLSearchParams(query);
  return chosen(rows, filterOf(said), orderOf(said)).map(({ key }) => key);
};

it.each([
  ['', ['b', 'a', 'c', 'd']],
  ['text=importer+REPAIR', ['a']],
  ['text=nothing', []],
  ['agent=ctx', ['a', 'c', 'd']],
  ['agent=claude-code', ['b']],
  ['model=opus', ['b']],
  ['result=running', ['c']],
  ['result=tool_denied', ['d']],
  ['project=/home/ada/api', ['d']],
  ['cost=2', ['a']],
  ['from=2026-11-01&to=2026-11-11', ['a', 'c']],
  ['from=2026-11-11', ['b']],
  ['sort=when', ['d', 'a', 'c', 'b']],
  ['sort=-cost', ['a', 'b', 'd', 'c']],
  ['sort=title', ['a', 'b', 'c', 'd']],
  ['sort=evil', ['b', 'a', 'c', 'd']],
])('finds with %j what fits, in order', (query, keys) => expect(found(query)).toEqual(keys));
