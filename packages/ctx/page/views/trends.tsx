// What agents cost and how they fare, by day, agent, model and project: the sums of `ctx stats`, with a table behind every chart.

import type { StatsAnswer, StatsRow } from '../../src/dashboard/api.js';
import { grouped, money } from '../../src/evidence/story/amounts.js';
import { Block, Empty, FaultCard, Loading, Title } from '../parts/basics.js';
import { Bars, Ranks, TableBehind } from '../parts/charts.js';
import { dayOf } from '../parts/session-words.js';
import { useDashboard } from '../state/dashboard.js';
import { useFetched } from '../state/fetched.js';
import { goTo, withQuery } from '../state/route.js';
import { useStore } from '../state/store.js';
import { CsvButtons } from './trends/csv-buttons.js';
import { everyDay } from './trends/every-day.js';

const ranges = { '7': '7 days', '30': '30 days', '90': '90 days', all: 'All time' } as const;
type Range = keyof typeof ranges;
const rangeNames = Object.keys(ranges).filter((name): name is Range => name in ranges);

const measures = {
  cost: { name: 'Cost', of: costOf, says: money },
  tokens: { name: 'Tokens', of: tokensOf, says: grouped },
  sessions: { name: 'Sessions', of: (row: StatsRow) => row.sessions, says: grouped },
} as const;
type Measure = keyof typeof measures;

export function TrendsView({ query }: { readonly query: URLSearchParams }) {
  const { data } = useDashboard();
  const { complete } = useStore(data.sessions);
  const range = rangeNames.find((name) => name === query.get('range')) ?? '30';
  const since =
    range === 'all' ? '' : dayOf(new Date(Date.now() - (Number(range) - 1) * 86_400_000).toISOString());
  const asked = since === '' ? '' : `?since=${since}`;
  const { value, fault, again } = useFetched<StatsAnswer>(`/api/stats${asked}`, complete);
  return (
    <>
      <Title
        title="Cost and trends"
        sub="The sums of ctx stats. Nothing is counted twice: a session that was imported again or resumed counts once."
      >
        <select
          aria-label="Time"
          value={range}
          onChange={({ currentTarget }) => goTo(withQuery({ range: currentTarget.value }))}
        >
          {rangeNames.toReversed().map((name) => (
            <option key={name} value={name}>
              {ranges[name]}
            </option>
          ))}
        </select>
      </Title>
      {fault !== undefined ? (
        <FaultCard fault={fault} again={again} />
      ) : value === undefined ? (
        <Loading lines={4} />
      ) : value.total.answers + value.total.tool_calls + value.total.sessions === 0 ? (
        <Empty icon="trends" title="Nothing happened in this period" command="ctx import">
          Run an agent, or import what your agents wrote before.
        </Empty>
      ) : (
        <Trends stats={value} query={query} since={since} />
      )}
    </>
  );
}

function Trends({
  stats,
  query,
  since,
}: {
  readonly stats: StatsAnswer;
  readonly query: URLSearchParams;
  readonly since: string;
}) {
  const { total } = stats;
  const measure: Measure =
    query.get('measure') === 'tokens' ? 'tokens' : query.get('measure') === 'sessions' ? 'sessions' : 'cost';
  const { name, of, says } = measures[measure];
  const days = everyDay(stats.day, since, dayOf(new Date().toISOString()));
  const tiles = [
    ['sessions', grouped(total.sessions)],
    ['cost', money(costOf(total))],
    ['tokens', grouped(tokensOf(total))],
    ['tool calls', grouped(total.tool_calls)],
    ['failed', grouped(total.failed_calls + total.model_failures)],
    ['denied', grouped(total.denials)],
  ] as const;
  const withEstimate = total.estimated_cost_microusd > 0;
  return (
    <>
      <dl class="tiles">
        {tiles.map(([what, value]) => (
          <div class="card tile" key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Block title={`${name} by day`} end={<MeasureChoice chosen={measure} />}>
        <div class="card">
          <Bars
            label={`${name} by day`}
            says={says}
            {...(measure === 'cost' && withEstimate
              ? {
                  series: [
                    { name: 'as recorded', paint: 'f0' },
                    { name: 'estimated from ctx’s price table', paint: 'f2' },
                  ],
                  points: days.map(({ name: day, row }) => ({
                    name: day,
                    values: [row?.cost_microusd ?? 0, row?.estimated_cost_microusd ?? 0],
                  })),
                }
              : {
                  series: [{ name, paint: 'f0' }],
                  points: days.map(({ name: day, row }) => ({
                    name: day,
                    values: [row === undefined ? 0 : of(row)],
                  })),
                })}
          />
          <SumsTable name="By day" rows={stats.day} />
        </div>
      </Block>
      <Block title="Failures and denials by day">
        <div class="card">
          <Bars
            label="Failures and denials by day"
            says={grouped}
            series={[
              { name: 'failed tool calls', paint: 'f2' },
              { name: 'failed model calls', paint: 'f3' },
              { name: 'denied calls', paint: 'fbad' },
            ]}
            points={days.map(({ name: day, row }) => ({
              name: day,
              values: [row?.failed_calls ?? 0, row?.model_failures ?? 0, row?.denials ?? 0],
            }))}
          />
          <TableBehind
            name="Failures and denials by day"
            head={['day', 'failed tool calls', 'failed model calls', 'denied calls']}
            rows={stats.day.map((row) => [row.name, row.failed_calls, row.model_failures, row.denials])}
          />
        </div>
      </Block>
      <div class="three">
        {(['agent', 'model', 'project'] as const).map((dimension) => (
          <Block title={`By ${dimension}`} key={dimension}>
            <div class="card">
              <Ranks label={`${name} by ${dimension}`} says={says} points={largest(stats[dimension], of)} />
              <SumsTable name={`By ${dimension}`} rows={stats[dimension]} />
            </div>
          </Block>
        ))}
      </div>
      <CsvButtons since={since} />
      <p class="small soft">
        {grouped(stats.sessions_read)} sessions read
        {stats.sessions_unreadable === 0 ? '' : `, ${grouped(stats.sessions_unreadable)} unreadable`}
        {total.answers_without_cost === 0
          ? ''
          : `; the cost of ${grouped(total.answers_without_cost)} answers is unknown`}
        .
      </p>
    </>
  );
}

function MeasureChoice({ chosen }: { readonly chosen: Measure }) {
  return (
    <select
      aria-label="What to show"
      value={chosen}
      onChange={({ currentTarget }) =>
        goTo(withQuery({ measure: currentTarget.value === 'cost' ? '' : currentTarget.value }))
      }
    >
      {Object.entries(measures).map(([key, { name }]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}

const mostRanks = 8;

function largest(rows: readonly StatsRow[], of: (row: StatsRow) => number) {
  const sorted = rows
    .map((row) => ({ name: row.name, values: [of(row)] }))
    .sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0));
  const rest = sorted.slice(mostRanks).reduce((sum, { values }) => sum + (values[0] ?? 0), 0);
  return sorted.length <= mostRanks
    ? sorted
    : [...sorted.slice(0, mostRanks), { name: `${sorted.length - mostRanks} others`, values: [rest] }];
}

function SumsTable({ name, rows }: { readonly name: string; readonly rows: readonly StatsRow[] }) {
  return (
    <TableBehind
      name={name}
      head={[
        'name',
        'sessions',
        'tool calls',
        'failed',
        'denied',
        'input tokens',
        'output tokens',
        'cost in micro-dollars',
        'estimated',
      ]}
      rows={rows.map((row) => [
        row.name,
        row.sessions,
        row.tool_calls,
        row.failed_calls + row.model_failures,
        row.denials,
        row.input_tokens,
        row.output_tokens,
        row.cost_microusd,
        row.estimated_cost_microusd,
      ])}
    />
  );
}

function costOf(row: Pick<StatsRow, 'cost_microusd' | 'estimated_cost_microusd'>): number {
  return row.cost_microusd + row.estimated_cost_microusd;
}

function tokensOf(row: Pick<StatsRow, 'input_tokens' | 'output_tokens'>): number {
  return row.input_tokens + row.output_tokens;
}
