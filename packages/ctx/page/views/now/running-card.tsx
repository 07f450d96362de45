// A session that runs: what it says and does at this moment, and what of its budget is used.

import { useEffect, useRef } from 'preact/hooks';
import type { LiveSession, SessionRow } from '../../../src/dashboard/api.js';
import { duration, grouped, money } from '../../../src/evidence/story/amounts.js';
import { plus } from '../../../src/session/tally.js';
import { Badge, useNow } from '../../parts/basics.js';
import { Foreign, plain } from '../../parts/foreign.js';
import { Meter } from '../../parts/meter.js';
import { Actor } from '../../parts/session-words.js';
import { sessionPath } from '../../state/route.js';
import { InterruptButton } from './interrupt.js';

interface CardProps {
  readonly live: LiveSession;
  readonly row: SessionRow | undefined;
}

export function RunningCard({ live, row }: CardProps) {
  const now = useNow();
  const isWaiting = row?.state === 'waiting';
  return (
    <article class={`card top running ${isWaiting ? 'ask' : 'live'}`} data-session={live.key}>
      <header>
        <span class={`dot ${isWaiting ? 'open' : 'live'}`} />
        <h3 class="cut">
          <a href={sessionPath(live.key)}>
            <Foreign text={live.prompt || row?.title || live.key} />
          </a>
        </h3>
        <span class="num soft">{passed(live.since, now)}</span>
      </header>
      <p class="whose">
        <Actor
          agent={live.agent}
          model={live.model}
          {...(row === undefined ? {} : { project: row.project })}
        />
        <span class="soft small">turn {live.turn}</span>
        {live.denials === 0 ? null : <Badge look="bad">{live.denials} denied</Badge>}
      </p>
      <Doing live={live} now={now} isWaiting={isWaiting} />
      <LiveText text={live.text} />
      <Budget live={live} now={now} />
      <footer>
        <a class="btn" href={sessionPath(live.key)}>
          Open
        </a>
        <InterruptButton live={live} />
      </footer>
    </article>
  );
}

/** The calls under way, or what else it does. */
function Doing({
  live,
  now,
  isWaiting,
}: {
  readonly live: LiveSession;
  readonly now: number;
  readonly isWaiting: boolean;
}) {
  if (live.calls.length > 0)
    return (
      <ul class="doing">
        {live.calls.map(({ call_id, tool, about, since }) => (
          <li key={call_id}>
            <b>
              <Foreign text={tool} />
            </b>
            <code class="cut" title={plain(about)}>
              {plain(about)}
            </code>
            <span class="num soft">{passed(since, now)}</span>
          </li>
        ))}
      </ul>
    );
  const says = isWaiting
    ? 'Waiting for an answer'
    : live.asking === undefined
      ? 'Between calls'
      : 'The model is thinking';
  return (
    <ul class="doing">
      <li>
        <span class="soft">{says}</span>
        <span class="num soft">{live.asking === undefined ? '' : passed(live.asking.since, now)}</span>
      </li>
    </ul>
  );
}

/** The end of what the model says, which grows; it follows the end unless somebody scrolled up. */
function LiveText({ text }: { readonly text: string }) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  if (text === '') return null;
  const scrolled = ({
    currentTarget: { scrollTop, scrollHeight, clientHeight },
  }: {
    currentTarget: HTMLDivElement;
  }) => {
    follows.current = scrollTop + clientHeight > scrollHeight - 24;
  };
  return (
    <div
      class="live-text"
      dir="auto"
      ref={box}
      onScroll={scrolled}
      tabIndex={0}
      role="log"
      aria-label="What the model says"
    >
      {plain(text)}
    </div>
  );
}

function Budget({ live, now }: { readonly live: LiveSession; readonly now: number }) {
  const { spent, budget } = live;
  return (
    <div class="meters">
      <Meter name="turns" used={spent.turns} most={budget.max_turns} says={grouped} />
      <Meter
        name="tokens"
        used={plus(spent.input_tokens, spent.output_tokens)}
        most={budget.max_tokens}
        says={grouped}
      />
      <Meter name="cost" used={spent.cost_microusd} most={budget.max_microusd} says={money} />
      {budget.max_wall_ms === undefined ? null : (
        <Meter name="time" used={Math.max(0, now - live.since)} most={budget.max_wall_ms} says={duration} />
      )}
    </div>
  );
}

/** Whole seconds: nobody reads less of what goes on. */
export function passed(since: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1000);
}
