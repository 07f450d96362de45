// The conversation of a run: prompts, answers, each tool call with its input, its result and what the policy said of it.

import { isUncovered } from '../../protocol/denied-words.js';
import { byteSize, counted, duration, grouped, money } from '../story/amounts.js';
import { callState, readableInput } from '../story/call-words.js';
import { eventWords } from '../story/event-words.js';
import { html, type Markup } from '../story/markup.js';
import type {
  AnswerStep,
  CallStep,
  EventStep,
  FailureStep,
  RunStory,
  StoryStep,
  TurnStory,
} from '../story/story.js';
import { outcomeOf } from './explanations.js';
import { painted } from './text/ansi.js';
import { markdown } from './text/markdown.js';

/** Long runs open on their last turn; in short ones everything is in view. */
const fewTurns = 6;

export function conversation(run: RunStory): Markup[] {
  const { turns, settings } = run;
  const allowed =
    settings.policy.allow.length === 0 ? 'allowed, no rule denies it' : 'allowed by an allow rule';
  const boxes = turns.map((turn, i) =>
    turnBox(turn, turns.length <= fewTurns || i === turns.length - 1, allowed),
  );
  return [...leftOut(run), ...boxes];
}

function leftOut({ left_out: { steps, turns, notable } }: RunStory): Markup[] {
  if (steps === 0) return [];
  const stoodOut =
    notable === 0 ? 'nothing notable is among them' : `${grouped(notable)} of them are notable`;
  return [
    html`<div class="card note">This run is too long for a page: ${counted(steps, 'step')} from its middle, with ${counted(turns, 'whole turn')}, are left out here and in the timeline; ${stoodOut}. The log has all of it.</div>\n`,
  ];
}

function turnBox(turn: TurnStory, isOpen: boolean, allowed: string): Markup {
  const { closed, prompt, opened, steps } = turn;
  const stop = closed?.result.stop_reason ?? 'open';
  return html`<details class="card turnbox"${isOpen ? html` open` : undefined}>
<summary class="line"><h3>Turn ${turn.turn}</h3><span class="badge ${outcomeOf(stop)}">${stop}</span><span class="soft small">${duration((closed?.at ?? steps.at(-1)?.at ?? opened.at) - opened.at)}</span></summary>
${turn.reopens === undefined ? undefined : html`<p class="note">Continues the last turn of run ${turn.reopens}.</p>\n`}<div class="entry prompt" id="r${opened.seq}">${who('Prompt', opened.seq)}<div class="said">${markdown(prompt.text)}</div></div>
${steps.map((step) => stepEntry(step, allowed))}</details>
`;
}

function who(name: string, seq: number, end?: string): Markup {
  return html`<div class="who"><b>${name}</b><a class="soft" href="#r${seq}">record ${seq}</a>${end === undefined ? undefined : html`<span class="end">${end}</span>`}</div>`;
}

function stepEntry(step: StoryStep, allowed: string): Markup {
  switch (step.kind) {
    case 'answer':
      return answerEntry(step);
    case 'failure':
      return failureEntry(step);
    case 'call':
      return callEntry(step, allowed);
    case 'event':
      return eventEntry(step);
  }
}

function answerEntry({ seq, at, asked, texts, usage, cost_microusd, finish }: AnswerStep): Markup {
  const cost =
    cost_microusd === 0 ? '' : ` · ${cost_microusd === null ? 'cost unknown' : money(cost_microusd)}`;
  const used =
    usage === null
      ? 'tokens unknown'
      : `${grouped(usage.input_tokens)} in, ${grouped(usage.output_tokens)} out`;
  const tokens = `${used}${cost} · ${duration(at - asked.at)}`;
  return html`<div class="entry" id="r${seq}">${who('Model', seq, tokens)}
${texts.map(({ of, clip }) => (of === 'reasoning' ? html`<div class="said plain reasoning">${clip.text}</div>` : html`<div class="said">${markdown(clip.text)}</div>`))}${finish === 'length' || finish === 'content_filter' ? html`<p class="note bad">The answer ended early: ${finish}.</p>` : undefined}</div>
`;
}

function failureEntry({ seq, call, failure, status, will_retry, message }: FailureStep): Markup {
  return html`<div class="entry note bad" id="r${seq}">${who('Model call failed', seq)}Call ${call}: ${failure}${status === undefined ? '' : ` ${status}`}${message.text === '' ? '' : `, ${message.text}`}. ${will_retry ? 'It was tried again.' : 'It was not tried again.'}</div>
`;
}

function callEntry(step: CallStep, allowed: string): Markup {
  const { seq, call_id, tool, about, input, denial, returned, started } = step;
  const state = callState(step);
  const took = started !== undefined && returned !== undefined ? duration(returned.at - started.at) : '';
  const anchor = `r${started?.seq ?? denial?.seq ?? `${seq}-${call_id.replace(/[^\w-]/g, '')}`}`;
  return html`<details class="call ${state.look}" id="${anchor}"${state.look === 'ok' ? undefined : html` open`}>
<summary class="line"><span class="tool">${tool}</span><code class="about">${about === '' ? input.text.slice(0, 200) : about}</code><span class="end"><span class="opt">${took} </span><span class="badge ${state.badge}">${state.says}</span></span></summary>
<div class="inside">
${decisionOf(step, allowed)}
<h3>Input</h3><pre>${readableInput(input)}</pre>
${returned === undefined ? undefined : html`<h3>Result · record ${returned.seq}${returned.truncated === undefined ? '' : ` · ${byteSize(returned.truncated.bytes_kept)} kept of ${byteSize(returned.truncated.bytes_seen)}`}</h3><pre>${returned.output.text === '' ? html`<span class="soft">(nothing)</span>` : painted(returned.output.text)}</pre>`}
</div></details>
`;
}

function decisionOf({ decision, denial, started, approval }: CallStep, allowed: string): Markup {
  if (denial !== undefined)
    return html`<p class="note bad"><b>Denied</b> by the policy (record ${denial.seq}): ${denial.reason.replace(/\.$/, '')}. ${isUncovered(denial) ? 'Allow rules' : 'Rule'}: <code>${denial.rule}</code></p>`;
  if (decision === 'malformed')
    return html`<p class="note bad">Its input was not JSON, so it was not run.</p>`;
  if (decision === 'pending') return html`<p class="note">The run stopped before it.</p>`;
  if (approval !== undefined)
    return html`<p class="small soft">Allowed by ${approval.by ?? 'nobody'}, ${approval.scope} (${approval.via}, record ${approval.seq})</p>`;
  return html`<p class="small soft">Policy: ${allowed} (record ${started?.seq ?? ''})</p>`;
}

function eventEntry({ seq, record }: EventStep): Markup {
  const { name, says, bad } = eventWords(record);
  return html`<div class="entry note${bad === true ? ' bad' : ''}" id="r${seq}">${who(name, seq)}${says}</div>\n`;
}
