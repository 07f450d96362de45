// The page of one run: what came of it, how it went, what it changed and used, and how anybody can check all of that.

import { plus } from '../../session/tally.js';
import { duration, grouped, moment, money } from '../story/amounts.js';
import { agentWords, sandboxWords } from '../story/fence-words.js';
import { html, type Markup } from '../story/markup.js';
import { oneLine } from '../story/one-line.js';
import { type StandingOut, stoodOut } from '../story/stood-out.js';
import type { FailureStep, RunStory, SessionStory } from '../story/story.js';
import { approvalsSection } from './approvals-section.js';
import { spendingChart, timeLineChart } from './charts.js';
import { claimsSection } from './claims-section.js';
import { conversation } from './conversation.js';
import {
  captureWords,
  originWords,
  outcomeOf,
  partialWords,
  signatureWords,
  whyItStopped,
} from './explanations.js';
import { fenceSection, settingsSection } from './fence-section.js';
import { filesSection } from './files-section.js';
import { fact, pageOf } from './page.js';
import { markdown } from './text/markdown.js';

export function runPageName(run_id: string): string {
  return `run-${run_id}.html`;
}

export function runPage(session: SessionStory, run: RunStory): string {
  const steps = run.turns.flatMap(({ steps }) => steps);
  const usedShell = steps.some(
    (step) => step.kind === 'call' && step.tool === 'bash' && step.started !== undefined,
  );
  const body = html`<nav><span class="first"><a href="index.html">Session ${session.session_id}</a> / run ${run.run_id}</span><a href="#timeline">Timeline</a><a href="#files">What changed</a><a href="#conversation">Conversation</a><a href="#evidence">Evidence</a></nav>
${outcome(session, run)}
<h2 id="timeline">Timeline</h2>
<div class="card">${timeLineChart(run)}${run.capture.clock === 'deterministic' ? html`<p class="small soft">The clock is deterministic: a record takes one millisecond.</p>` : undefined}</div>
<h2>Tokens and cost</h2>
<div class="card">${spendingChart(run)}</div>
${whatStoodOut(run)}${claimsSection(session, run)}
${filesSection(run, usedShell)}
${approvalsSection(run)}${fenceSection(run)}
<h2 id="conversation">Conversation</h2>
${run.settings.system === undefined ? undefined : html`<details class="card"><summary class="line"><h3>System prompt</h3></summary><div class="said plain">${run.settings.system}</div></details>\n`}${conversation(run)}
${settingsSection(run)}
${evidenceSection(session, run)}`;
  const title = `${taskOf(run) || run.run_id}: ${run.stop_reason} · ${session.session_id}`;
  return pageOf({ title, session, run_id: run.run_id }, body);
}

/** The task in one line, as people would call it. */
export function taskOf({ turns }: RunStory): string {
  return oneLine(turns[0]?.prompt.text ?? '', 140);
}

function outcome({ signature }: SessionStory, run: RunStory): Markup {
  const { totals, stop_reason, opened, last, turns, settings, continues, parent, retells } = run;
  const failure = turns
    .at(-1)
    ?.steps.findLast((step): step is FailureStep => step.kind === 'failure' && !step.will_retry);
  const final = turns.at(-1)?.closed?.output;
  const task = turns[0]?.prompt;
  return html`<section class="card top ${outcomeOf(stop_reason)}">
<p class="over">Run ${run.run_id} <span class="badge ${outcomeOf(stop_reason)}">${stop_reason}</span></p>
<h1>${taskOf(run) || `Run ${run.run_id}`}</h1>
<p>${whyItStopped(stop_reason)}${stop_reason === 'model_error' && failure !== undefined ? ` ${failure.message.text}` : ''}</p>
${stop_reason === 'completed' ? undefined : html`<p class="note bad"><b>Partial.</b> ${partialWords(run)}</p>\n`}<p class="soft small">${agentWords(run)}<code>${settings.model}</code> · ${sandboxWords(run.fence, run.agent.name)} · ${moment(opened.at)} · ${signature === undefined ? 'not signed' : `signature: ${signature.state}`}${continues === undefined ? '' : ` · continues ${continues}`}${parent === undefined ? '' : ` · started by ${parent.run_id}`}${retells === undefined ? '' : ` · retells ${retells}`}</p>
<dl class="facts">${fact('turns', grouped(totals.turns))}${fact('model calls', grouped(totals.model_calls))}${fact('tool calls', grouped(totals.tool_calls))}${fact('tokens', grouped(plus(totals.input_tokens, totals.output_tokens)))}${fact('cost', money(totals.cost_microusd))}${fact('time', duration(last.at - opened.at))}</dl>
${task === undefined ? undefined : html`<h3>Task</h3>\n<div class="said">${markdown(task.text)}</div>\n`}${final === undefined || final.text === '' ? undefined : html`<h3>Last answer</h3>\n<div class="said">${markdown(final.text)}</div>`}
</section>`;
}

/** Denials, failures, repairs, compactions, interruptions: what a reviewer looks for first. */
function whatStoodOut(run: RunStory): Markup {
  const rows = stoodOut(run);
  const redacted =
    run.redacted === 0
      ? undefined
      : html`<p class="small soft">${run.redacted} secrets were replaced before anything was written.</p>`;
  if (rows.length === 0)
    return html`<h2>Denials, failures and repairs</h2>\n<div class="card soft">None: no call was denied, nothing failed, nothing was repaired, compacted or interrupted.${redacted}</div>`;
  const most = 200;
  const more = rows.length - Math.min(rows.length, most) + run.left_out.notable;
  return html`<h2>Denials, failures and repairs</h2>
<div class="card wide"><table><thead><tr><th>what</th><th class="opt">turn</th><th>record</th><th></th></tr></thead><tbody>
${rows.slice(0, most).map(standingOutRow)}</tbody></table>${more > 0 ? html`<p class="small soft">… and ${more} more.</p>` : undefined}${redacted}</div>`;
}

function standingOutRow({ what, look, turn, seq, says }: StandingOut): Markup {
  return html`<tr><td><span class="badge ${look}">${what}</span></td><td class="opt">${turn}</td><td><a href="#r${seq}">${seq}</a></td><td>${says}</td></tr>\n`;
}

/** What the page was made from, and how anybody checks that. */
export function evidenceSection(session: SessionStory, run?: RunStory): Markup {
  const { session_id, head, records, torn, contract, parent, origin } = session;
  const file = `${session_id}.jsonl`;
  const capture =
    run === undefined
      ? undefined
      : Object.entries(run.capture).map(
          ([name, source]) => html`<dt>${name}</dt><dd><b>${source}</b>: ${captureWords(source)}</dd>\n`,
        );
  return html`${capture === undefined ? undefined : html`<h2>Capture manifest</h2>\n<div class="card"><dl class="pairs">\n${capture}</dl></div>\n`}<h2 id="evidence">Evidence</h2>
<div class="card"><dl class="pairs">
<dt>session</dt><dd>${session_id}, contract ${contract}</dd>
<dt>records</dt><dd>${grouped(records)}${run === undefined ? '' : `, of this run ${run.opened.seq} to ${run.last.seq}`}${torn ? ', and an incomplete last line' : ''}</dd>
<dt>chain head</dt><dd><code>${head.hash}</code></dd>
<dt>signature</dt><dd>${signatureWords(session.signature)}</dd>
${run === undefined ? undefined : html`<dt>run’s last record</dt><dd><code>${run.last_hash}</code></dd>\n`}${parent === undefined ? undefined : html`<dt>replayed from</dt><dd>${parent.session_id}, <code>${parent.head}</code></dd>\n`}${origin === undefined ? undefined : html`<dt>${origin.kind}</dt><dd>${originWords(origin)}</dd>\n`}</dl>
<p>Check that this page was made from the log, and that nobody changed the log since${origin === undefined ? '; then replay the run' : ''}:</p>
<pre>ctx verify ./${file} --head ${head.hash}${origin === undefined ? `\nctx replay ./${file} --verify` : ''}</pre>
<p class="small soft">The chain shows that nothing inside the log was changed. To detect records that were cut off its end, keep the chain head elsewhere. <code>ctx verify</code> also checks this page’s folder, by the digest in each page.</p></div>
<footer>Made by ctx from the session’s log${session.signature === undefined ? ' alone' : ' and the signature beside it'}.</footer>`;
}
