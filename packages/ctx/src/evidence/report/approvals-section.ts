// Who let a call happen, or did not: each question with its answer. Nothing where nobody was asked.

import { html, type Markup } from '../story/markup.js';
import type { CallStep, RunStory } from '../story/story.js';

const most = 200;

export function approvalsSection({ turns }: RunStory): Markup | undefined {
  const asked = turns.flatMap(({ turn, steps }) =>
    steps.flatMap((step) =>
      step.kind === 'call' && step.approval !== undefined ? [rowOf(turn, step, step.approval)] : [],
    ),
  );
  if (asked.length === 0) return undefined;
  const more = asked.length - most;
  return html`<h2 id="approvals">Who approved what</h2>
<div class="card wide"><table class="cards"><thead><tr><th>answer</th><th>by</th><th>call</th><th class="opt">for</th><th class="opt">turn</th><th>record</th></tr></thead><tbody>
${asked.slice(0, most)}</tbody></table>${more > 0 ? html`<p class="small soft">… and ${more} more.</p>` : undefined}</div>
`;
}

function rowOf(turn: number, { tool, about }: CallStep, approval: NonNullable<CallStep['approval']>): Markup {
  const { answer, by, via, scope, seq } = approval;
  const isAllowed = answer === 'allow';
  return html`<tr><td><span class="badge ${isAllowed ? 'good' : 'bad'}">${isAllowed ? 'allowed' : 'denied'}</span></td><td>${by ?? 'nobody answered'} <span class="soft">(${via})</span></td><td><code>${tool} ${about}</code></td><td class="opt">${scope}</td><td class="opt">${turn}</td><td><a href="#r${seq}">${seq}</a></td></tr>\n`;
}
