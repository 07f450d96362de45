// The index over many sessions: what they came to together, and a row for each that leads to its own report.

import type { Totals } from '../../protocol/records.js';
import { noTotals, plus, sumOf } from '../../session/tally.js';
import { counted, grouped, moment, money } from '../story/amounts.js';
import { html, type Markup } from '../story/markup.js';
import type { SessionStory, Signature } from '../story/story.js';
import { sumOfRuns } from '../story/sum-of-runs.js';
import { whatChanged } from '../story/what-changed.js';
import { outcomeOf, type RunOutcome } from './explanations.js';
import { fact, indexName, pageOf } from './page.js';
import { taskOf } from './run-page.js';

/** What the index says of a session; its story is not kept. */
export interface SessionRow {
  readonly folder: string;
  /** The digest of its report's own index, which covers the rest of it. */
  readonly sha256: string;
  readonly task: string;
  readonly agents: readonly string[];
  readonly result: string;
  readonly look: RunOutcome;
  readonly totals: Totals;
  readonly denials: number;
  readonly files: number;
  readonly opened: number;
  readonly signature: Signature['state'] | undefined;
}

/** One that could not be read. */
export interface BrokenRow {
  readonly id: string;
  readonly why: string;
}

export function rowOfSession(session: SessionStory, folder: string, sha256: string): SessionRow {
  const { runs, waiting, opened, signature } = session;
  const bad = runs.find(({ stop_reason }) => stop_reason !== 'completed');
  const result = bad?.stop_reason ?? (waiting.length > 0 ? 'open' : 'completed');
  const first = runs[0];
  return {
    folder,
    sha256,
    task: (first === undefined ? '' : taskOf(first)) || session.session_id,
    agents: [...new Set(runs.map(({ agent }) => agent.name))],
    result,
    look: outcomeOf(result),
    totals: sumOfRuns(runs),
    denials: runs.reduce(
      (sum, { turns }) => sum + turns.reduce((own, { tally }) => own + tally.denials.length, 0),
      0,
    ),
    files: new Set(runs.flatMap((run) => whatChanged(run).map(({ path }) => path))).size,
    opened: opened.at,
    signature: signature?.state,
  };
}

export function overviewPage(rows: readonly SessionRow[], broken: readonly BrokenRow[]): string {
  const totals = rows.reduce((sum, row) => sumOf(sum, row.totals), noTotals());
  const good = rows.filter(({ look }) => look === 'good').length;
  const sum = (of: (row: SessionRow) => number) => grouped(rows.reduce((all, row) => all + of(row), 0));
  const look = broken.length > 0 ? 'bad' : good === rows.length ? 'good' : 'open';
  const body = html`<section class="card top ${look}">
<p class="over">All sessions <span class="badge ${look}">${good} of ${rows.length} completed</span></p>
<h1>${counted(rows.length, 'session')}</h1>
<dl class="facts">${fact('turns', grouped(totals.turns))}${fact('model calls', grouped(totals.model_calls))}${fact('tool calls', grouped(totals.tool_calls))}${fact(
    'denials',
    sum(({ denials }) => denials),
  )}${fact(
    'files changed',
    sum(({ files }) => files),
  )}${fact('tokens', grouped(plus(totals.input_tokens, totals.output_tokens)))}${fact('cost', money(totals.cost_microusd))}</dl>
</section>
<h2>Sessions</h2>
<div class="card wide"><table class="cards"><thead><tr><th>when</th><th>result</th><th>task</th><th class="n">calls</th><th class="n">denials</th><th class="n">files</th><th class="n">tokens</th><th class="n">cost</th></tr></thead><tbody>
${rows.map(rowMarkup)}</tbody></table></div>
${broken.length === 0 ? undefined : html`<h2>Not readable</h2>\n<div class="card"><ul>\n${broken.map(({ id, why }) => html`<li><code>${id}</code>: ${why}</li>\n`)}</ul></div>\n`}<footer>Made by ctx from the sessions’ logs alone.</footer>`;
  const pages = rows.map(({ folder, sha256 }) => ({ name: `${folder}/${indexName}`, sha256 }));
  return pageOf({ title: `All sessions: ${good} of ${rows.length} completed`, pages }, body);
}

function rowMarkup(row: SessionRow): Markup {
  const { folder, task, agents, result, look, totals, denials, files, opened, signature } = row;
  const others = agents.filter((name) => name !== 'ctx').join(', ');
  const notes = [others, signature === undefined ? '' : `signature ${signature}`].filter(
    (note) => note !== '',
  );
  return html`<tr><td class="soft">${moment(opened).slice(0, 16)}</td><td><span class="badge ${look}">${result}</span></td><td><a href="${folder}/index.html"><b>${task}</b></a>${notes.length === 0 ? '' : html` <span class="soft">(${notes.join('; ')})</span>`}</td><td class="n" data-is="calls">${totals.model_calls + totals.tool_calls}</td><td class="n" data-is="denials">${denials}</td><td class="n" data-is="files">${files}</td><td class="n" data-is="tokens">${grouped(plus(totals.input_tokens, totals.output_tokens))}</td><td class="n" data-is="cost">${money(totals.cost_microusd)}</td></tr>\n`;
}
