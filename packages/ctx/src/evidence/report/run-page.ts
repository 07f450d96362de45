// The page of one run: what came of it, how it went, what it changed and used, and how anybody can check all of that.

import { plus } from '../../session/tally.js';
import { counted, duration, grouped, moment, money } from '../story/amounts.js';
import { eventWords } from '../story/event-words.js';
import { agentWords, sandboxWords } from '../story/fence-words.js';
import { html, type Markup } from '../story/markup.js';
import type { CallStep, EventStep, FailureStep, RunStory, SessionStory } from '../story/story.js';
import { spendingChart, timeLineChart } from './charts.js';
import { claimsSection } from './claims-section.js';
import { conversation } from './conversation.js';
import { captureWords, originWords, outcomeOf, partialWords, whyItStopped } from './explanations.js';
import { filesSection } from './files-section.js';
import { pageOf } from './page.js';

export function runPageName(run_id: string): string {
  return `run-${run_id}.html`;
}

export function runPage(session: SessionStory, run: RunStory): string {
  const steps = run.turns.flatMap(({ steps }) => steps);
  const usedShell = steps.some(
    (step) => step.kind === 'call' && step.tool === 'bash' && step.started !== undefined,
  );
  const body = html`<nav><span class="first"><a href="index.html">Session ${session.session_id}</a> / run ${run.run_id}</span><a href="#timeline">Timeline</a><a href="#files">Files</a><a href="#conversation">Conversation</a><a href="#evidence">Evidence</a></nav>
${outcome(run)}
<h2 id="timeline">Timeline</h2>
<div class="card">${timeLineChart(run)}${run.capture.clock === 'deterministic' ? html`<p class="small soft">The clock is deterministic: a record takes one millisecond.</p>` : undefined}</div>
<h2>Tokens and cost</h2>
<div class="card">${spendingChart(run)}</div>
${whatStoodOut(run)}${claimsSection(session, run)}
${filesSection(run, usedShell)}
<h2 id="conversation">Conversation</h2>
${run.settings.system === undefined ? undefined : html`<details class="card"><summary class="line"><h3>System prompt</h3></summary><div class="said">${run.settings.system}</div></details>\n`}${conversation(run)}
${settingsSection(run)}
${evidenceSection(session, run)}`;
  const title = `${run.run_id}: ${run.stop_reason} · ${session.session_id}`;
  return pageOf({ title, session, run_id: run.run_id }, body);
}

function outcome(run: RunStory): Markup {
  const { totals, stop_reason, opened, last, turns, settings, continues, parent, retells } = run;
  const failure = turns
    .at(-1)
    ?.steps.findLast((step): step is FailureStep => step.kind === 'failure' && !step.will_retry);
  const final = turns.at(-1)?.closed?.output;
  const task = turns[0]?.prompt;
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<section class="card top ${outcomeOf(stop_reason)}">
<div class="head"><h1>Run ${run.run_id}</h1><span class="badge ${outcomeOf(stop_reason)}">${stop_reason}</span></div>
<p>${whyItStopped(stop_reason)}${stop_reason === 'model_error' && failure !== undefined ? ` ${failure.message.text}` : ''}</p>
${stop_reason === 'completed' ? undefined : html`<p class="note bad"><b>Partial.</b> ${partialWords(run)}</p>\n`}<p class="soft small">${agentWords(run)}<code>${settings.model}</code> · ${sandboxWords(run.fence)} · ${moment(opened.at)}${continues === undefined ? '' : ` · continues ${continues}`}${parent === undefined ? '' : ` · started by ${parent.run_id}`}${retells === undefined ? '' : ` · tells ${retells} again`}</p>
<dl class="facts">${fact('turns', grouped(totals.turns))}${fact('model calls', grouped(totals.model_calls))}${fact('tool calls', grouped(totals.tool_calls))}${fact('tokens', grouped(plus(totals.input_tokens, totals.output_tokens)))}${fact('cost', money(totals.cost_microusd))}${fact('time', duration(last.at - opened.at))}</dl>
${task === undefined ? undefined : html`<h3>Task</h3>\n<div class="said">${task.text}</div>\n`}${final === undefined || final.text === '' ? undefined : html`<h3>Last answer</h3>\n<div class="said">${final.text}</div>`}
</section>`;
}

/** Denials, failures, repairs, compactions, interruptions: what a reviewer looks for first. */
function whatStoodOut(run: RunStory): Markup {
  const rows = run.turns.flatMap(({ turn, steps }) => steps.flatMap((step) => stoodOut(turn, step)));
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
${rows.slice(0, most)}</tbody></table>${more > 0 ? html`<p class="small soft">… and ${more} more.</p>` : undefined}${redacted}</div>`;
}

/** What belongs to every run of its kind: nobody has to be pointed at it. */
const quiet: ReadonlySet<string> = new Set(['approval.requested', 'workspace.snapshot', 'source.observed']);

type Notable = CallStep | FailureStep | EventStep | RunStory['turns'][number]['steps'][number];

function stoodOut(turn: number, step: Notable): Markup[] {
  const row = (what: string, look: string, seq: number, says: string) => [
    html`<tr><td><span class="badge ${look}">${what}</span></td><td class="opt">${turn}</td><td><a href="#r${seq}">${seq}</a></td><td>${says}</td></tr>\n`,
  ];
  if (step.kind === 'failure')
    return row(
      step.will_retry ? 'retried' : 'model failed',
      'bad',
      step.seq,
      `${step.failure}${step.status === undefined ? '' : ` ${step.status}`}`,
    );
  if (step.kind === 'event') {
    const { badge, says, bad } = eventWords(step.record);
    return quiet.has(step.record.type) ? [] : row(badge, bad === true ? 'bad' : 'warn', step.seq, says);
  }
  if (step.kind !== 'call') return [];
  const { tool, about, denial, returned, decision, seq } = step;
  if (denial !== undefined) return row('denied', 'bad', denial.seq, `${tool} ${about}: ${denial.reason}`);
  if (decision === 'malformed') return row('not run', 'bad', seq, `${tool}: its input was not JSON`);
  if (returned?.interrupted) return row('interrupted', 'warn', step.started?.seq ?? seq, `${tool} ${about}`);
  if (returned?.is_error) return row('tool error', 'bad', step.started?.seq ?? seq, `${tool} ${about}`);
  return [];
}

function settingsSection({ settings, pool, fence, context }: RunStory): Markup {
  const { policy, budget } = settings;
  const limits = Object.entries(budget).map(([name, value]) => `${name} ${value}`);
  const rules = (list: readonly string[], none: string) =>
    list.length === 0 ? none : list.map((rule, i) => html`${i === 0 ? '' : ', '}<code>${rule}</code>`);
  return html`<h2>Settings</h2>
<div class="card"><dl class="pairs">
<dt>tools</dt><dd>${pool.length === 0 ? 'none' : pool.join(', ')}</dd>
<dt>allowed</dt><dd>${rules(policy.allow, 'all that no rule denies')}</dd>
${policy.ask === undefined ? undefined : html`<dt>asked</dt><dd>${rules(policy.ask, 'nothing')}</dd>\n`}<dt>denied</dt><dd>${rules(policy.deny, 'nothing')}; a denial ${policy.on_deny === 'stop' ? 'stops the run' : 'is told to the model'}</dd>
<dt>sandbox</dt><dd>${sandboxWords(fence)}</dd>
<dt>budget</dt><dd>${limits.join(', ')}</dd>
<dt>workspace</dt><dd><code>${settings.workspace}</code>${settings.scratch ? ', in a copy' : ''}</dd>
${context.length === 0 ? undefined : html`<dt>told first</dt><dd>${context.map(({ kind, source, tokens, clipped }, i) => `${i === 0 ? '' : ', '}${kind} from ${source} (${counted(tokens, 'token')}${clipped ? ', clipped' : ''})`)}</dd>\n`}${fenceRows(fence)}${settings.script_digest === undefined ? undefined : html`<dt>script</dt><dd><code>${settings.script_digest}</code></dd>\n`}</dl></div>`;
}

/** The fence as the log has it: which rules held, what ran because somebody trusted it, what was opened, who decides on calls. */
function fenceRows({
  profile,
  policy_digest = '',
  sandbox,
  trusted = [],
  open_paths = [],
  enforcement = [],
}: RunStory['fence']): Markup | undefined {
  const rows: readonly (readonly [string, string])[] = [
    ['profile', profile ?? ''],
    ['policy digest', policy_digest],
    ['sandbox plan', sandbox?.plan_digest ?? ''],
    ['trusted', trusted.map(({ path, digest }) => `${path} (${digest})`).join(', ')],
    ['opened', open_paths.join(', ')],
    ['enforced', enforcement.map(({ tool, by }) => `${tool}: ${enforcementWords[by]}`).join(', ')],
  ];
  return html`${rows.filter(([, says]) => says !== '').map(([name, says]) => html`<dt>${name}</dt><dd>${says}</dd>\n`)}`;
}

const enforcementWords = { asked: 'ctx was asked', hook: 'by a hook', none: 'by nobody' } as const;

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
<dt>records</dt><dd>${grouped(records)}${run === undefined ? '' : `, of this run ${run.opened.seq} to ${run.last.seq}`}${torn ? ', and a last line that was not written whole' : ''}</dd>
<dt>chain head</dt><dd><code>${head.hash}</code></dd>
${run === undefined ? undefined : html`<dt>run’s last record</dt><dd><code>${run.last_hash}</code></dd>\n`}${parent === undefined ? undefined : html`<dt>replayed from</dt><dd>${parent.session_id}, <code>${parent.head}</code></dd>\n`}${origin === undefined ? undefined : html`<dt>${origin.kind}</dt><dd>${originWords(origin)}</dd>\n`}</dl>
<p>To check that the log is the one that this page was made from, and that nobody changed it since; then to see whether the same loop gives the same bytes again:</p>
<pre>ctx verify ./${file} --head ${head.hash}
ctx replay ./${file} --verify</pre>
<p class="small soft">A chain shows that nothing inside was changed. That nothing was cut off its end shows only the head, kept elsewhere. This page carries the digest of its own bytes: <code>ctx verify</code> takes its folder as well.</p></div>
<footer>Made by ctx from the session’s log alone.</footer>`;
}
