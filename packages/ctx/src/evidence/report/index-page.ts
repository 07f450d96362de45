// The first page of a report: the session, and a row for each of its runs.

import { plus } from '../../session/tally.js';
import { duration, grouped, moment, money } from '../story/amounts.js';
import { eventWords } from '../story/event-words.js';
import { html, type Markup } from '../story/markup.js';
import type { EventStep, RunStory, SessionStory } from '../story/story.js';
import { sumOfRuns } from '../story/sum-of-runs.js';
import { outcomeOf } from './explanations.js';
import { fact, pageOf } from './page.js';
import { evidenceSection, runPageName, taskOf } from './run-page.js';

export interface IndexedPage {
  readonly name: string;
  readonly sha256: string;
}

export function indexPage(session: SessionStory, pages: readonly IndexedPage[]): string {
  const { session_id, runs, waiting, opened, head, events } = session;
  const good = runs.filter(({ stop_reason }) => stop_reason === 'completed').length;
  const look =
    waiting.length > 0 || runs.some(({ stop_reason }) => stop_reason === 'open')
      ? 'open'
      : good === runs.length
        ? 'good'
        : 'bad';
  const totals = sumOfRuns(runs);
  const task = runs[0] === undefined ? '' : taskOf(runs[0]);
  const body = html`<section class="card top ${look}">
<p class="over">Session ${session_id} <span class="badge ${look}">${good} of ${runs.length + waiting.length} runs completed</span></p>
<h1>${task || `Session ${session_id}`}</h1>
<p class="soft small">${moment(opened.at)} to ${moment(Date.parse(head.at))}</p>
<dl class="facts">${fact('turns', grouped(totals.turns))}${fact('model calls', grouped(totals.model_calls))}${fact('tool calls', grouped(totals.tool_calls))}${fact('tokens', grouped(plus(totals.input_tokens, totals.output_tokens)))}${fact('cost', money(totals.cost_microusd))}</dl>
</section>
<h2>Runs</h2>
<div class="card wide"><table class="cards"><thead><tr><th>run</th><th>outcome</th><th>first prompt</th><th class="n">calls</th><th class="n">tokens</th><th class="n">cost</th><th class="n">time</th></tr></thead><tbody>
${runs.map(rowOf)}${waiting.map((run_id) => html`<tr><td>${run_id}</td><td><span class="badge open">not opened</span></td><td></td><td></td><td></td><td></td><td></td></tr>\n`)}</tbody></table></div>
${events.length === 0 ? undefined : html`<h2>Outside of turns</h2>\n<div class="card wide"><table><thead><tr><th>what</th><th>record</th><th></th></tr></thead><tbody>\n${events.map(eventRow)}</tbody></table></div>\n`}${evidenceSection(session)}`;
  return pageOf(
    { title: task === '' ? `Session ${session_id}` : `${task} · ${session_id}`, session, pages },
    body,
  );
}

function eventRow({ seq, record }: EventStep): Markup {
  const { badge, says, bad } = eventWords(record);
  return html`<tr><td><span class="badge ${bad === true ? 'bad' : 'warn'}">${badge}</span></td><td>${seq}</td><td>${says}</td></tr>\n`;
}

function rowOf(run: RunStory): Markup {
  const { run_id, stop_reason, totals, turns, opened, last } = run;
  const prompt = turns[0]?.prompt.text.slice(0, 160).toWellFormed() ?? '';
  return html`<tr><td><a href="${runPageName(run_id)}"><b>${run_id}</b></a></td><td><span class="badge ${outcomeOf(stop_reason)}">${stop_reason}</span></td><td>${prompt}</td><td class="n" data-is="calls">${totals.model_calls + totals.tool_calls}</td><td class="n" data-is="tokens">${grouped(plus(totals.input_tokens, totals.output_tokens))}</td><td class="n" data-is="cost">${money(totals.cost_microusd)}</td><td class="n" data-is="time">${duration(last.at - opened.at)}</td></tr>\n`;
}
