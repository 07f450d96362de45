// The conversation of a run: prompts, answers, each call with its input, its result and what was decided of it.

import { useEffect } from 'preact/hooks';
import type { LiveSession } from '../../../src/dashboard/api.js';
import { outcomeOf } from '../../../src/evidence/report/explanations.js';
import { byteSize, counted, duration, grouped, money } from '../../../src/evidence/story/amounts.js';
import { callState, readableInput } from '../../../src/evidence/story/call-words.js';
import { eventWords } from '../../../src/evidence/story/event-words.js';
import type {
  AnswerStep,
  CallStep,
  RunStory,
  StoryStep,
  TurnStory,
} from '../../../src/evidence/story/story.js';
import { isUncovered } from '../../../src/protocol/denied-words.js';
import { Badge } from '../../parts/basics.js';
import { Foreign, plain } from '../../parts/foreign.js';
import { Markdown, Printed } from '../../parts/markdown.js';
import { recordPath } from './overview.js';

interface ConversationProps {
  readonly run: RunStory;
  readonly live: LiveSession | undefined;
  /** The record that the address names. */
  readonly wanted: string | null;
}

/** Long runs open on their last turn; in short ones everything is in view. */
const fewTurns = 6;

export function Conversation({ run, live, wanted }: ConversationProps) {
  const { turns, left_out } = run;
  useEffect(() => {
    if (wanted === null) return;
    const entry = document.getElementById(`r${wanted}`);
    entry?.closest('details')?.setAttribute('open', '');
    entry?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  const isWanted = ({ opened, steps, closed }: TurnStory) =>
    wanted !== null &&
    Number(wanted) >= opened.seq &&
    Number(wanted) <= (closed?.seq ?? steps.at(-1)?.seq ?? opened.seq);
  return (
    <>
      {left_out.steps === 0 ? null : (
        <p class="note">
          This run is too long for a page: {counted(left_out.steps, 'step')} from its middle are left out,{' '}
          {grouped(left_out.notable)} of them are notable. The log has all of it.
        </p>
      )}
      {turns.map((turn, i) => (
        <Turn
          key={turn.turn}
          turn={turn}
          isOpen={turns.length <= fewTurns || i === turns.length - 1 || isWanted(turn)}
          wanted={wanted}
        />
      ))}
      {live === undefined || live.text === '' ? null : (
        <div class="card entry live-entry">
          <div class="who">
            <b>Model</b>
            <Badge look="live">now</Badge>
          </div>
          <div class="said plain" dir="auto" aria-live="off">
            {plain(live.text)}
          </div>
        </div>
      )}
    </>
  );
}

function Turn({
  turn,
  isOpen,
  wanted,
}: {
  readonly turn: TurnStory;
  readonly isOpen: boolean;
  readonly wanted: string | null;
}) {
  const { closed, prompt, opened, steps } = turn;
  const stop = closed?.result.stop_reason ?? 'open';
  return (
    <details class="card turnbox" open={isOpen}>
      <summary class="line">
        <h2>Turn {turn.turn}</h2>
        <Badge look={outcomeOf(stop)}>{stop.replaceAll('_', ' ')}</Badge>
        <span class="soft small">
          {duration(Math.max(0, (closed?.at ?? steps.at(-1)?.at ?? opened.at) - opened.at))}
        </span>
      </summary>
      <div class="entry prompt" id={`r${opened.seq}`}>
        <Who name="Prompt" seq={opened.seq} />
        <Markdown text={prompt.text} />
      </div>
      {steps.map((step) => (
        <Step
          key={`${step.kind} ${step.seq} ${step.kind === 'call' ? step.call_id : ''}`}
          step={step}
          wanted={wanted}
        />
      ))}
    </details>
  );
}

function Who({ name, seq, end }: { readonly name: string; readonly seq: number; readonly end?: string }) {
  return (
    <div class="who">
      <b>{name}</b>
      <a class="soft" href={recordPath(seq)}>
        record {seq}
      </a>
      {end === undefined ? null : <span class="end">{end}</span>}
    </div>
  );
}

function Step({ step, wanted }: { readonly step: StoryStep; readonly wanted: string | null }) {
  const isWanted = wanted === String(step.seq);
  switch (step.kind) {
    case 'answer':
      return <Answer step={step} isWanted={isWanted} />;
    case 'call':
      return <Call step={step} wanted={wanted} />;
    case 'failure':
      return (
        <div class={`entry note bad${isWanted ? ' wanted' : ''}`} id={`r${step.seq}`}>
          <Who name="Model call failed" seq={step.seq} />
          Call {step.call}: {step.failure} {step.status} <Foreign text={step.message.text} />{' '}
          {step.will_retry ? 'It was tried again.' : 'It was not tried again.'}
        </div>
      );
    case 'event': {
      const { name, says, bad } = eventWords(step.record);
      return (
        <div
          class={`entry note${bad === true ? ' bad' : ''}${isWanted ? ' wanted' : ''}`}
          id={`r${step.seq}`}
        >
          <Who name={name} seq={step.seq} />
          <Foreign text={says} />
        </div>
      );
    }
  }
}

function Answer({ step, isWanted }: { readonly step: AnswerStep; readonly isWanted: boolean }) {
  const { seq, at, asked, texts, usage, cost_microusd, finish } = step;
  const used =
    usage === null
      ? 'tokens unknown'
      : `${grouped(usage.input_tokens)} in, ${grouped(usage.output_tokens)} out`;
  const cost =
    cost_microusd === 0 ? '' : ` · ${cost_microusd === null ? 'cost unknown' : money(cost_microusd)}`;
  return (
    <div class={`entry${isWanted ? ' wanted' : ''}`} id={`r${seq}`}>
      <Who name="Model" seq={seq} end={`${used}${cost} · ${duration(Math.max(0, at - asked.at))}`} />
      {texts.map(({ of, clip }, i) =>
        of === 'reasoning' ? (
          <div class="said plain reasoning" dir="auto" key={i}>
            {plain(clip.text)}
          </div>
        ) : (
          <Markdown text={clip.text} key={i} />
        ),
      )}
      {finish === 'length' || finish === 'content_filter' ? (
        <p class="note bad">The answer ended early: {finish}.</p>
      ) : null}
    </div>
  );
}

function Call({ step, wanted }: { readonly step: CallStep; readonly wanted: string | null }) {
  const { seq, tool, about, input, started, denial, returned } = step;
  const state = callState(step);
  const at = started?.seq ?? denial?.seq ?? seq;
  const isWanted = wanted === String(at) || wanted === String(returned?.seq ?? '');
  const took =
    started !== undefined && returned !== undefined ? duration(Math.max(0, returned.at - started.at)) : '';
  return (
    <details
      class={`call ${state.look}${isWanted ? ' wanted' : ''}`}
      id={`r${at}`}
      open={state.look !== 'ok' || isWanted}
    >
      <summary class="line">
        <span class="tool">
          <Foreign text={tool} />
        </span>
        <code class="cut about">{plain(about === '' ? input.text.slice(0, 200) : about)}</code>
        <span class="end">
          <span class="opt">{took} </span>
          <Badge look={state.badge}>{state.says}</Badge>
        </span>
      </summary>
      <div class="inside">
        <Decision step={step} />
        <h3>Input</h3>
        <pre tabIndex={0} dir="auto">
          {plain(readableInput(input))}
        </pre>
        {returned === undefined ? null : (
          <>
            <h3>
              Result · record {returned.seq}
              {returned.truncated === undefined
                ? ''
                : ` · ${byteSize(returned.truncated.bytes_kept)} kept of ${byteSize(returned.truncated.bytes_seen)}`}
            </h3>
            <Printed text={returned.output.text} />
          </>
        )}
      </div>
    </details>
  );
}

function Decision({ step: { decision, denial, approval } }: { readonly step: CallStep }) {
  if (denial !== undefined)
    return (
      <p class="note bad">
        <b>Denied</b> by the policy (record {denial.seq}): <Foreign text={denial.reason} />.{' '}
        {isUncovered(denial) ? 'Allow rules' : 'Rule'}: <code>{plain(denial.rule)}</code>
      </p>
    );
  if (decision === 'malformed') return <p class="note bad">Its input was not JSON, so it was not run.</p>;
  if (decision === 'pending') return <p class="note">The run stopped before it.</p>;
  if (approval !== undefined)
    return (
      <p class="small soft">
        Allowed by <Foreign text={approval.by ?? 'nobody'} />, {approval.scope} ({approval.via}, record{' '}
        {approval.seq})
      </p>
    );
  return <p class="small soft">Allowed by the policy.</p>;
}
