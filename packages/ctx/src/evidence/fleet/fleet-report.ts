// A fleet as a page: what it came to, why sessions failed, and a row for each.

import { plus } from '../../session/tally.js';
import type { FleetSummary, SessionRow } from '../../store/fleet-summary.js';
import { fact, pageOf } from '../report/page.js';
import { counted, grouped, money } from '../story/amounts.js';
import { html, type Markup } from '../story/markup.js';

export function fleetReport(summary: FleetSummary, rows: readonly SessionRow[], head: string): string {
  const { fleet_id, counts, totals, causes, spent, max_microusd, max_tokens, opened_at, last_at } = summary;
  const look =
    counts.failed + counts.cancelled > 0 ? 'bad' : counts.completed === rows.length ? 'good' : 'open';
  const budget =
    max_microusd === undefined
      ? undefined
      : fact('budget', `${money(spent.microusd)} of ${money(max_microusd)}`);
  const most =
    max_tokens === undefined
      ? undefined
      : fact('tokens of the budget', `${grouped(spent.tokens)} of ${grouped(max_tokens)}`);
  const body = html`<section class="card top ${look}">
<p class="over">Fleet <span class="badge ${look}">${counts.completed} of ${rows.length} completed</span></p>
<h1>${fleet_id}</h1>
<dl class="facts">${fact('opened', opened_at)}${fact('last record', last_at)}${fact('failed', grouped(counts.failed))}${fact('cancelled', grouped(counts.cancelled))}${fact('turns', grouped(totals.turns))}${fact('model calls', grouped(totals.model_calls))}${fact('tool calls', grouped(totals.tool_calls))}${fact('tokens', grouped(plus(totals.input_tokens, totals.output_tokens)))}${fact('cost', money(totals.cost_microusd))}${budget}${most}</dl>
</section>
${causes.length === 0 ? undefined : causesTable(causes)}<h2>Sessions</h2>
<div class="card wide"><table class="cards"><thead><tr><th>session</th><th>result</th><th>cause</th><th>provider</th><th class="n">attempts</th><th class="n">calls</th><th class="n">tokens</th><th class="n">cost</th><th>head</th></tr></thead><tbody>
${rows.map(rowMarkup)}</tbody></table></div>
<footer>Made by ctx from the fleet’s log alone, up to the record ${head}.</footer>`;
  return pageOf({ title: `Fleet ${fleet_id}` }, body);
}

function causesTable(causes: FleetSummary['causes']): Markup {
  return html`<h2>Failures by cause</h2>
<div class="card wide"><table class="cards"><thead><tr><th>cause</th><th class="n">sessions</th><th>first</th></tr></thead><tbody>
${causes.map(({ cause, count, sessions }) => html`<tr><td><code>${cause}</code></td><td class="n">${counted(count, 'session')}</td><td>${sessions.join(', ')}</td></tr>\n`)}</tbody></table></div>
`;
}

function rowMarkup({
  session_id,
  state,
  cause = '',
  provider,
  attempts,
  totals,
  head = '',
}: SessionRow): Markup {
  const look = state === 'completed' ? 'good' : state === 'failed' || state === 'cancelled' ? 'bad' : 'open';
  const used =
    totals === undefined
      ? ['', '', '']
      : [
          grouped(totals.model_calls),
          grouped(plus(totals.input_tokens, totals.output_tokens)),
          money(totals.cost_microusd),
        ];
  return html`<tr><td><code>${session_id}</code></td><td><span class="badge ${look}">${state}</span></td><td>${cause === state ? '' : cause}</td><td>${provider}</td><td class="n">${attempts}</td>${used.map((value) => html`<td class="n">${value}</td>`)}<td><code>${head.slice(0, 19)}</code></td></tr>\n`;
}
