// A run at a glance: what it was asked and what it said last, when it did what, and what that cost.

import type { LiveSession } from '../../../src/dashboard/api.js';
import { duration, grouped, money } from '../../../src/evidence/story/amounts.js';
import { agentWords, sandboxWords } from '../../../src/evidence/story/fence-words.js';
import { timeLineOf } from '../../../src/evidence/story/lanes.js';
import type { RunStory, SessionStory } from '../../../src/evidence/story/story.js';
import { plus } from '../../../src/session/tally.js';
import { Block } from '../../parts/basics.js';
import { Key } from '../../parts/charts.js';
import { Foreign, plain } from '../../parts/foreign.js';
import { Markdown } from '../../parts/markdown.js';
import { withQuery } from '../../state/route.js';
import { RunningCard } from '../now/running-card.js';
import { SpendingChart } from './spending.js';

interface OverviewProps {
  readonly story: SessionStory;
  readonly run: RunStory;
  readonly live: LiveSession | undefined;
}

export function Overview({ run, live }: OverviewProps) {
  const task = run.turns[0]?.prompt.text ?? '';
  const last = run.turns.at(-1)?.closed?.output.text ?? '';
  return (
    <>
      {live === undefined ? null : (
        <Block title="At this moment">
          <RunningCard live={live} row={undefined} />
        </Block>
      )}
      <div class="two">
        <Block title="Task">
          <div class="card">
            {task === '' ? <span class="soft">None was given.</span> : <Markdown text={task} />}
          </div>
        </Block>
        <Block title="Last answer">
          <div class="card">
            {last === '' ? <span class="soft">None yet.</span> : <Markdown text={last} />}
          </div>
        </Block>
      </div>
      <Block title="Timeline">
        <div class="card">
          <TimeLineChart run={run} />
          {run.capture.clock === 'deterministic' ? (
            <p class="small soft">The clock is deterministic: a record takes one millisecond.</p>
          ) : null}
        </div>
      </Block>
      <Block title="Tokens and cost">
        <div class="card">
          <SpendingChart run={run} />
        </div>
      </Block>
      <Block title="Run">
        <dl class="card pairs">
          <dt>run</dt>
          <dd>
            <Foreign text={run.run_id} />
          </dd>
          <dt>model</dt>
          <dd>
            {agentWords(run)}
            <code>{plain(run.settings.model)}</code>
          </dd>
          <dt>sandbox</dt>
          <dd>{sandboxWords(run.fence, run.agent.name)}</dd>
          <dt>tokens</dt>
          <dd>
            {grouped(run.totals.input_tokens)} in, {grouped(run.totals.output_tokens)} out (
            {grouped(plus(run.totals.input_tokens, run.totals.output_tokens))}),{' '}
            {money(run.totals.cost_microusd)}
          </dd>
          <dt>tools</dt>
          <dd>
            <Foreign text={run.pool.join(', ') || 'none'} />
          </dd>
        </dl>
      </Block>
    </>
  );
}

const width = 1000;
const least = 6;

function TimeLineChart({ run }: { readonly run: RunStory }) {
  const line = timeLineOf(run);
  if (line.lanes.length === 0) return <p class="soft">Nothing happened yet.</p>;
  const turns = line.turns.length > 60 ? [] : line.turns.slice(1);
  return (
    <>
      <div class="lanes">
        {line.lanes.map(({ name, bars }) => (
          <>
            <span class="name cut" title={plain(name)}>
              <Foreign text={name} />
            </span>
            <svg
              viewBox={`0 0 ${width} 20`}
              preserveAspectRatio="none"
              role="group"
              aria-label={plain(`${name}: ${bars.length} bars`)}
            >
              {turns.map(({ turn, from }) => (
                <line
                  key={turn}
                  class="turn"
                  x1={from * width}
                  x2={from * width}
                  y1="0"
                  y2="20"
                  vector-effect="non-scaling-stroke"
                />
              ))}
              {bars.map(({ kind, from, to, seq, says }) => {
                const wide = Math.max((to - from) * width, least);
                return (
                  <a
                    key={seq}
                    href={recordPath(seq)}
                    tabIndex={-1}
                    aria-label={plain(`${says}, record ${seq}`)}
                  >
                    <rect
                      class={`b-${kind}`}
                      x={Math.min(from * width, width - wide)}
                      y="3"
                      width={wide}
                      height="14"
                      rx="2"
                    >
                      <title>{plain(`${says} (record ${seq})`)}</title>
                    </rect>
                  </a>
                );
              })}
            </svg>
          </>
        ))}
        <span />
        <div class="ticks">
          {[0, 0.5, 1].map((part) => (
            <span key={part}>{duration(Math.round(line.milliseconds * part))}</span>
          ))}
        </div>
      </div>
      <Key
        series={[
          { name: 'model', paint: 'fmodel' },
          { name: 'tool', paint: 'ftool' },
          { name: 'failed or denied', paint: 'fbad' },
          { name: 'event', paint: 'fmoney' },
        ]}
      />
    </>
  );
}

/** Where the conversation shows a record. */
export const recordPath = (seq: number) => withQuery({ tab: 'conversation', record: String(seq) });
