// The charts of a page: bars and areas as inline SVG, labels as ordinary text, so that they read well at any width.

import { plus } from '../../session/tally.js';
import { duration, grouped, money } from '../story/amounts.js';
import { type Bar, type TimeLine, timeLineOf } from '../story/lanes.js';
import { html, type Markup } from '../story/markup.js';
import type { RunStory } from '../story/story.js';

const width = 1000;
const room = 1.04;

export function timeLineChart(run: RunStory): Markup {
  const line = timeLineOf(run);
  const rows = line.lanes.map(
    ({ name, bars }) =>
      html`<span class="name" title="${name}">${name}</span><svg viewBox="0 0 ${width} 20" preserveAspectRatio="none" role="img" aria-label="${name}">${turnLines(line)}${bars.map(barOf)}</svg>\n`,
  );
  return html`<div class="lanes">\n${rows}<span></span>${ticks(line.milliseconds)}</div>
<ul class="key"><li><i class="k-model"></i>model</li><li><i class="k-tool"></i>tool</li><li><i class="k-bad"></i>failed or denied</li><li><i class="k-event"></i>event</li></ul>`;
}

function turnLines({ turns }: TimeLine): Markup[] {
  if (turns.length > 60) return [];
  return turns
    .slice(1)
    .map(
      ({ from }) =>
        html`<line class="turn" x1="${fixed(from)}" x2="${fixed(from)}" y1="0" y2="20" vector-effect="non-scaling-stroke"/>`,
    );
}

/** A moment is drawn as a narrow bar, so that it can be seen and hit. */
function barOf({ kind, from, to, seq, says }: Bar): Markup {
  const least = 0.006;
  const wide = Math.max(to - from, least);
  const start = Math.min(from, 1 - wide);
  return html`<a href="#r${seq}"><rect class="b-${kind}" x="${fixed(start)}" y="3" width="${fixed(wide)}" height="14" rx="2"><title>${says} (record ${seq})</title></rect></a>`;
}

export function spendingChart(run: RunStory): Markup {
  const { spending, opened, last, totals, known } = run;
  // A little room behind the end: the last step would otherwise lie on the edge, and nobody would see it.
  const span = Math.max(1, last.at - opened.at) * room;
  const mostTokens = Math.max(1, known.input_tokens + known.output_tokens);
  const mostMoney = Math.max(1, known.cost_microusd);
  const points = spending.map(({ at, input_tokens, output_tokens, cost_microusd }) => ({
    x: (at - opened.at) / span,
    all: (input_tokens + output_tokens) / mostTokens,
    input: input_tokens / mostTokens,
    money: cost_microusd / mostMoney,
  }));
  const shown = thinned(points);
  const area = (y: (point: (typeof shown)[number]) => number) =>
    `${stepsOf(shown.map((p) => [p.x, y(p)]))}L${width},100Z`;
  const moneyLine =
    known.cost_microusd === 0
      ? undefined
      : html`<path class="l-money" d="${stepsOf(shown.map((p) => [p.x, p.money]))}" vector-effect="non-scaling-stroke"/>`;
  const top = html`<div class="ticks"><span>${grouped(plus(totals.input_tokens, totals.output_tokens))} tokens</span><span>${totals.cost_microusd === 0 ? '' : money(totals.cost_microusd)}</span></div>`;
  return html`${top}<div class="chart"><svg viewBox="0 0 ${width} 100" preserveAspectRatio="none" role="img" aria-label="Tokens and cost over time">
<line class="grid" x1="0" x2="${width}" y1="0" y2="0" vector-effect="non-scaling-stroke"/><line class="grid" x1="0" x2="${width}" y1="50" y2="50" vector-effect="non-scaling-stroke"/><line class="grid" x1="0" x2="${width}" y1="100" y2="100" vector-effect="non-scaling-stroke"/>
<path class="a-out" d="${area((p) => p.all)}"/><path class="a-in" d="${area((p) => p.input)}"/>${moneyLine}</svg></div>
<div class="room">${ticks(last.at - opened.at)}</div>
<ul class="key"><li><i class="k-in"></i>input tokens: ${grouped(totals.input_tokens)}</li><li><i class="k-out"></i>output tokens: ${grouped(totals.output_tokens)}</li>${totals.cost_microusd === 0 ? undefined : html`<li><i class="k-money"></i>cost: ${money(totals.cost_microusd)}</li>`}</ul>`;
}

/** A path that goes up in steps, from the bottom left to the right edge. */
function stepsOf(points: readonly (readonly [number, number])[]): string {
  let d = 'M0,100';
  for (const [x, y] of points) d += `H${fixed(x)}V${(100 - 100 * y).toFixed(1)}`;
  return `${d}H${width}`;
}

const mostPoints = 500;

function thinned<T>(points: readonly T[]): readonly T[] {
  if (points.length <= mostPoints) return points;
  const every = Math.ceil(points.length / mostPoints);
  return points.filter((_, i) => i % every === 0 || i === points.length - 1);
}

function ticks(milliseconds: number): Markup {
  const at = [0, 0.5, 1].map((part) => Math.round(milliseconds * part));
  return html`<div class="ticks">${at.map((each) => html`<span>${duration(each)}</span>`)}</div>`;
}

function fixed(fraction: number): string {
  return String(Number((fraction * width).toFixed(1)));
}
