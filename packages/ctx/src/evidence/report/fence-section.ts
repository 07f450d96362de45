// How a run was fenced in, and what else it was set to.

import { counted } from '../story/amounts.js';
import { sandboxWords } from '../story/fence-words.js';
import { html, type Markup } from '../story/markup.js';
import type { RunStory } from '../story/story.js';

export function fenceSection({ settings: { policy }, fence, agent }: RunStory): Markup {
  const rules = (list: readonly string[], none: string) =>
    list.length === 0 ? none : list.map((rule, i) => html`${i === 0 ? '' : ', '}<code>${rule}</code>`);
  return html`<h2 id="fence">Policy and sandbox</h2>
<div class="card"><dl class="pairs">
<dt>sandbox</dt><dd>${sandboxWords(fence, agent.name)}</dd>
<dt>allowed</dt><dd>${rules(policy.allow, 'everything that no rule denies')}</dd>
${policy.ask === undefined ? undefined : html`<dt>asked</dt><dd>${rules(policy.ask, 'nothing')}</dd>\n`}<dt>denied</dt><dd>${rules(policy.deny, 'nothing')}; after a denial ${policy.on_deny === 'stop' ? 'the run stops' : 'the model is told'}</dd>
${fenceRows(fence)}</dl></div>`;
}

export function settingsSection({ settings, pool, context }: RunStory): Markup {
  const limits = Object.entries(settings.budget)
    // As much as a number can hold is no limit.
    .filter(([, value]) => value !== Number.MAX_SAFE_INTEGER)
    .map(([name, value]) => `${name} ${value}`);
  return html`<h2>Settings</h2>
<div class="card"><dl class="pairs">
<dt>tools</dt><dd>${pool.length === 0 ? 'none' : pool.join(', ')}</dd>
<dt>budget</dt><dd>${limits.length === 0 ? 'none' : limits.join(', ')}</dd>
<dt>workspace</dt><dd><code>${settings.workspace}</code>${settings.scratch ? ', in a copy' : ''}</dd>
${context.length === 0 ? undefined : html`<dt>context</dt><dd>${context.map(({ kind, source, tokens, clipped }, i) => `${i === 0 ? '' : ', '}${kind} from ${source} (${counted(tokens, 'token')}${clipped ? ', clipped' : ''})`)}</dd>\n`}${settings.script_digest === undefined ? undefined : html`<dt>script</dt><dd><code>${settings.script_digest}</code></dd>\n`}</dl></div>`;
}

/** As the log has it: which rules held, what ran because somebody trusted it, what was opened, who decides on calls. */
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
