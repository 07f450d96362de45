// The files that a run wrote, as diffs against what the log shows of them before.

import { lineDiff } from '../../text/line-diff.js';
import { counted } from '../story/amounts.js';
import type { FileChange } from '../story/file-changes.js';
import { html, type Markup } from '../story/markup.js';
import type { RunStory } from '../story/story.js';

/** Lines of one diff that a page shows. */
const mostLines = 1500;

export function filesSection(
  { agent, files, changed, left_out }: Pick<RunStory, 'agent' | 'files' | 'changed' | 'left_out'>,
  usedShell: boolean,
): Markup {
  return html`<h2 id="files">What changed</h2>
${files.length === 0 && changed.length === 0 ? html`<div class="card soft">The log shows no written files.</div>` : files.map(fileBox)}${left_out.writes === 0 ? undefined : html`<p class="note">${counted(left_out.writes, 'further write')} of files are not shown: they are too large for a page. The log has them.</p>`}${changedBox(changed, left_out.changed)}${usedShell && changed.length === 0 ? html`<p class="small soft">${unchangedBy(agent.name)}</p>` : undefined}`;
}

/** ctx looks at the workspace around its commands; what other agents' commands changed, only they know. */
function unchangedBy(agent: string): string {
  return agent === 'ctx'
    ? 'Commands ran in a shell; no changed file was found in the workspace.'
    : 'Commands ran in a shell; what they changed in files is not in the log.';
}

/** Paths that were found changed and that a page lists. */
const mostPaths = 500;

function changedBox(changed: RunStory['changed'], leftOut: number): Markup | undefined {
  if (changed.length === 0) return undefined;
  const rows = changed
    .slice(0, mostPaths)
    .map(
      ({ path, change, seq, by }) =>
        html`<li><code>${path}</code> ${change}${by === undefined ? '' : html` by <code>${by}</code>`} (<a href="#r${seq}">record ${seq}</a>)</li>\n`,
    );
  const more = changed.length - rows.length + leftOut;
  return html`<details class="card" open><summary class="line"><h3>Files that commands or turns changed in the workspace</h3></summary>
<ul>
${rows}</ul>${more > 0 ? html`<p class="small soft">… and ${more} more.</p>` : undefined}</details>
`;
}

function fileBox({ path, before, after, writes, piece }: FileChange): Markup {
  const { added, removed, hunks } = lineDiff(before ?? '', after);
  let left = mostLines;
  const shown = hunks.flatMap(({ old, fresh, lines }) => {
    const some = lines.slice(0, Math.max(0, left));
    left -= lines.length;
    return some.length === 0
      ? []
      : [html`<div class="at">@@ −${old} +${fresh} @@</div>`, ...some.map(lineOf)];
  });
  return html`<details class="card"${added + removed <= 60 ? html` open` : undefined}>
<summary class="line"><code>${path}</code><span class="small"><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span>${before === undefined ? html`<span class="badge">before: not in the log</span>` : undefined}${piece === undefined ? undefined : html`<span class="badge">a piece of it</span>`}</summary>
<p class="small soft">Written by ${writes.map((seq, i) => html`${i === 0 ? '' : ', '}<a href="#r${seq}">record ${seq}</a>`)}</p>
<pre class="diff">${shown}${left < 0 ? html`<div class="at">… and ${-left} more lines</div>` : undefined}</pre></details>
`;
}

function lineOf({ sign, text }: { readonly sign: ' ' | '-' | '+'; readonly text: string }): Markup {
  const look = sign === '+' ? 'add' : sign === '-' ? 'del' : 'same';
  return html`<div class="${look}">${sign === '-' ? '−' : sign} ${text}</div>`;
}
