// What an agent said it did and its log does not bear out: each sentence with its record. Nothing where all claims hold.

import { claimWords, isDoubtful } from '../claims/judged.js';
import { html, type Markup } from '../story/markup.js';
import type { RunStory, SessionStory } from '../story/story.js';

const most = 100;

export function claimsSection({ claims }: SessionStory, { run_id }: RunStory): Markup | undefined {
  const doubtful = claims.filter((claim) => claim.run_id === run_id && isDoubtful(claim));
  if (doubtful.length === 0) return undefined;
  const rows = doubtful
    .slice(0, most)
    .map(
      (claim) =>
        html`<tr><td><span class="badge warn">${claim.verdict}</span></td><td class="opt">${claim.turn}</td><td><a href="#r${claim.seq}">${claim.seq}</a></td><td>“${claim.sentence}”: ${claimWords(claim)}.</td></tr>\n`,
    );
  return html`
<h2>Claims to look at</h2>
<div class="card wide"><table><thead><tr><th>claim</th><th class="opt">turn</th><th>record</th><th></th></tr></thead><tbody>
${rows}</tbody></table><p class="small soft">What the agent said, checked against the commands in this log. A reason to look, not a proof.</p></div>`;
}
