// What runs, what waits for an answer, and what just ended.

import { useMemo } from 'preact/hooks';
import type { SessionRow } from '../../src/dashboard/api.js';
import { grouped, money } from '../../src/evidence/story/amounts.js';
import { Block, Empty, Loading, Title } from '../parts/basics.js';
import { Sparkline } from '../parts/charts.js';
import { Foreign } from '../parts/foreign.js';
import { Actor, agentOf, dayOf, ResultBadge, titleOf, tokensOf, whenOf } from '../parts/session-words.js';
import { useDashboard } from '../state/dashboard.js';
import { sessionPath } from '../state/route.js';
import { useStore } from '../state/store.js';
import { Questions } from './now/questions.js';
import { ResumeButton } from './now/resume.js';
import { RunningCard } from './now/running-card.js';

const mostRecent = 8;

export function NowView() {
  const { data } = useDashboard();
  const { rows, loaded } = useStore(data.sessions);
  const live = useStore(data.live);
  const questions = useStore(data.questions);
  const connection = useStore(data.connection);
  const running = [...live.values()].sort((a, b) => b.since - a.since);
  const sorted = useMemo(
    () => [...rows.values()].sort((a, b) => (a.last_modified < b.last_modified ? 1 : -1)),
    [rows],
  );
  const recent = sorted.filter(({ key }) => !live.has(key)).slice(0, mostRecent);
  if (!loaded && connection.state !== 'lost')
    return (
      <>
        <Title title="Now" />
        <Loading />
      </>
    );
  return (
    <>
      <Title title="Now" sub="Every agent in this project: what it does, what it costs, what it waits for." />
      <Tiles rows={sorted} running={running.length} waiting={questions.length} />
      {questions.length === 0 ? null : <Questions questions={questions} />}
      <Block title="Running" end={running.length === 0 ? undefined : grouped(running.length)}>
        {running.length === 0 ? (
          <Empty icon="now" title="Nothing is running" command={'ctx run --task "Fix the failing test"'}>
            Sessions appear here as soon as they start: runs of ctx, agents that it drives, and agents that it
            captures (<code>ctx init --hooks</code>).
          </Empty>
        ) : (
          <div class="cards">
            {running.map((each) => (
              <RunningCard key={each.key} live={each} row={rows.get(each.key)} />
            ))}
          </div>
        )}
      </Block>
      {recent.length === 0 ? null : (
        <Block title="Recently ended" end={<a href="/sessions">All sessions</a>}>
          <ul class="card recent">
            {recent.map((row) => (
              <Recent key={row.key} row={row} />
            ))}
          </ul>
        </Block>
      )}
    </>
  );
}

function Recent({ row }: { readonly row: SessionRow }) {
  return (
    <li>
      <span class="soft num when">{whenOf(row.last_modified)}</span>
      <ResultBadge row={row} />
      <a class="cut" href={sessionPath(row.key)}>
        <Foreign text={titleOf(row)} />
      </a>
      <Actor agent={agentOf(row)} model={row.model} />
      <span class="num soft cost">{money(row.totals.cost_microusd)}</span>
      {row.stop_reason !== 'completed' && row.origin === undefined ? (
        <ResumeButton row={row} isSmall />
      ) : null}
    </li>
  );
}

const days = 14;

function Tiles({
  rows,
  running,
  waiting,
}: {
  readonly rows: readonly SessionRow[];
  readonly running: number;
  readonly waiting: number;
}) {
  const today = dayOf(new Date().toISOString());
  const { cost, tokens, count, bad, perDay } = useMemo(() => {
    const starts = Array.from({ length: days }, (_, i) =>
      dayOf(new Date(Date.now() - (days - 1 - i) * 86_400_000).toISOString()),
    );
    const spent = new Map(starts.map((day) => [day, 0]));
    const sums = { cost: 0, tokens: 0, count: 0, bad: 0 };
    for (const row of rows) {
      const day = dayOf(row.last_modified);
      const own = spent.get(day);
      if (own !== undefined) spent.set(day, own + (row.totals.cost_microusd ?? 0));
      if (day !== today) continue;
      sums.count += 1;
      sums.cost += row.totals.cost_microusd ?? 0;
      sums.tokens += tokensOf(row) ?? 0;
      if (row.stopped && row.stop_reason !== 'completed') sums.bad += 1;
    }
    return { ...sums, perDay: [...spent.values()] };
  }, [rows, today]);
  return (
    <dl class="tiles">
      <Tile
        name={waiting === 0 ? 'running' : `running, ${waiting} waiting for you`}
        value={grouped(running)}
      />
      <Tile
        name="sessions today"
        value={grouped(count)}
        {...(bad === 0 ? {} : { more: `${bad} did not complete` })}
      />
      <Tile name="tokens today" value={grouped(tokens)} />
      <div class="card tile">
        <dt>cost today</dt>
        <dd>{money(cost)}</dd>
        {perDay.some((value) => value > 0) ? (
          <dd class="spark-line">
            <Sparkline values={perDay} label={`Cost of the last ${days} days`} />
          </dd>
        ) : null}
      </div>
    </dl>
  );
}

function Tile({
  name,
  value,
  more,
}: {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
}) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd>{value}</dd>
      {more === undefined ? null : <dd class="more">{more}</dd>}
    </div>
  );
}
