// One session: the report's story, live, with what the server's verify says of it.

import type { SessionAnswer } from '../../src/dashboard/api.js';
import { outcomeOf, whyItStopped } from '../../src/evidence/report/explanations.js';
import { duration, grouped, moment, money } from '../../src/evidence/story/amounts.js';
import { oneLine } from '../../src/evidence/story/one-line.js';
import type { RunStory } from '../../src/evidence/story/story.js';
import { sumOfRuns } from '../../src/evidence/story/sum-of-runs.js';
import { plus } from '../../src/session/tally.js';
import { Badge, FaultCard, Loading, Title } from '../parts/basics.js';
import { Foreign, plain } from '../parts/foreign.js';
import { useKeys } from '../parts/keys.js';
import { agentOf, ResultBadge, titleOf } from '../parts/session-words.js';
import { useDashboard } from '../state/dashboard.js';
import { useSession } from '../state/live-session.js';
import { goTo, withQuery } from '../state/route.js';
import { useStore } from '../state/store.js';
import { InterruptButton } from './now/interrupt.js';
import { Questions } from './now/questions.js';
import { ResumeButton } from './now/resume.js';
import { Changes } from './session/changes.js';
import { Conversation } from './session/conversation.js';
import { Downloads } from './session/downloads.js';
import { Evidence } from './session/evidence.js';
import { Findings, findingsOf } from './session/findings.js';
import { Overview } from './session/overview.js';

const tabs = ['overview', 'conversation', 'changes', 'findings', 'evidence'] as const;
type Tab = (typeof tabs)[number];
const tabNames: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  conversation: 'Conversation',
  changes: 'Changes',
  findings: 'Findings',
  evidence: 'Evidence',
};

export function SessionView({
  sessionKey,
  query,
}: {
  readonly sessionKey: string;
  readonly query: URLSearchParams;
}) {
  const { answer, fault, again } = useSession(sessionKey);
  if (answer !== undefined) return <Told answer={answer} query={query} />;
  return (
    <>
      <Title title={<Foreign text={sessionKey} />} name={plain(sessionKey)} />
      {fault === undefined ? <Loading lines={4} /> : <FaultCard fault={fault} again={again} />}
    </>
  );
}

function Told({ answer, query }: { readonly answer: SessionAnswer; readonly query: URLSearchParams }) {
  const { data } = useDashboard();
  const live = useStore(data.live).get(answer.row.key);
  const row = useStore(data.sessions).rows.get(answer.row.key) ?? answer.row;
  const questions = useStore(data.questions).filter(({ key }) => key === row.key);
  const { story } = answer;
  const title = oneLine(story.runs[0]?.turns[0]?.prompt.text ?? '', 140) || titleOf(row);
  const tab = tabs.find((name) => name === query.get('tab')) ?? 'overview';
  const run = story.runs.find(({ run_id }) => run_id === query.get('run')) ?? story.runs.at(-1);
  useKeys({
    u: () => goTo('/sessions'),
    ...Object.fromEntries(tabs.map((name, i) => [String(i + 1), () => goTo(tabPath(name))])),
  });
  const counts: Partial<Record<Tab, number>> =
    run === undefined
      ? {}
      : { changes: run.files.length + run.changed.length, findings: findingsOf(story, run).length };
  return (
    <>
      <p class="crumbs small">
        <a href="/sessions">Sessions</a> <span aria-hidden="true">/</span> <Foreign text={row.session_id} />
      </p>
      <Title title={<Foreign text={title} />} name={plain(title).slice(0, 80)}>
        {live === undefined ? (
          row.origin === undefined ? (
            <ResumeButton row={row} />
          ) : null
        ) : (
          <InterruptButton live={live} />
        )}
        <Downloads row={row} />
      </Title>
      {questions.length === 0 ? null : <Questions questions={questions} />}
      <Outcome answer={answer} run={run} row={row} />
      {story.runs.length < 2 ? null : <RunChoice runs={story.runs} chosen={run} />}
      <nav class="tabs" aria-label="Parts of this session">
        {tabs.map((name) => (
          <a key={name} href={tabPath(name)} {...(name === tab ? { 'aria-current': 'page' as const } : {})}>
            {tabNames[name]}
            {counts[name] === undefined || counts[name] === 0 ? null : <span class="n">{counts[name]}</span>}
          </a>
        ))}
      </nav>
      {run === undefined ? (
        <p class="card soft">It has no runs yet.</p>
      ) : tab === 'overview' ? (
        <Overview story={story} run={run} live={live} />
      ) : tab === 'conversation' ? (
        <Conversation run={run} live={live} wanted={query.get('record')} />
      ) : tab === 'changes' ? (
        <Changes run={run} />
      ) : tab === 'findings' ? (
        <Findings story={story} run={run} />
      ) : (
        <Evidence story={story} run={run} sessionKey={row.key} />
      )}
    </>
  );
}

const tabPath = (tab: Tab) => withQuery({ tab: tab === 'overview' ? '' : tab, record: '' });

function Outcome({
  answer: { story },
  run,
  row,
}: {
  readonly answer: SessionAnswer;
  readonly run: RunStory | undefined;
  readonly row: SessionAnswer['row'];
}) {
  const totals = sumOfRuns(story.runs);
  const isRunning = row.state === 'running' || row.state === 'waiting';
  const look = isRunning ? 'live' : outcomeOf(row.stop_reason);
  return (
    <section class={`card top ${look}`} aria-label="Outcome">
      <p class="over">
        <ResultBadge row={row} />
        <span class="soft small">
          <Foreign text={agentOf(row)} /> · <Foreign text={run?.settings.model ?? row.model} /> ·{' '}
          {moment(story.opened.at)}
          {story.signature === undefined ? ' · not signed' : ` · signature ${story.signature.state}`}
        </span>
        {row.origin === undefined ? null : <Badge>{row.origin}</Badge>}
      </p>
      <p>{isRunning ? 'It is under way: this page follows it.' : whyItStopped(row.stop_reason)}</p>
      <dl class="facts">
        {[
          ['turns', grouped(totals.turns)],
          ['model calls', grouped(totals.model_calls)],
          ['tool calls', grouped(totals.tool_calls)],
          ['tokens', grouped(plus(totals.input_tokens, totals.output_tokens))],
          ['cost', money(totals.cost_microusd)],
          ['time', duration(Math.max(0, (story.runs.at(-1)?.last.at ?? story.opened.at) - story.opened.at))],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function RunChoice({
  runs,
  chosen,
}: {
  readonly runs: readonly RunStory[];
  readonly chosen: RunStory | undefined;
}) {
  return (
    <nav class="runs" aria-label="Runs">
      {runs.map((run) => (
        <a
          key={run.run_id}
          class={`run ${outcomeOf(run.stop_reason)}`}
          href={withQuery({ run: run.run_id, record: '' })}
          {...(run === chosen ? { 'aria-current': 'true' as const } : {})}
        >
          <b>
            <Foreign text={run.run_id} />
          </b>
          <span class="soft small cut">
            <Foreign text={oneLine(run.turns[0]?.prompt.text ?? '', 60)} />
          </span>
        </a>
      ))}
    </nav>
  );
}
