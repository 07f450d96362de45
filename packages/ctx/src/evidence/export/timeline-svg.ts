// A run's picture as SVG: its lanes of time, what it used, and what it is the picture of. One font, one size, no surprises.

import { plus } from '../../session/tally.js';
import { counted, duration, grouped, money } from '../story/amounts.js';
import { type BarKind, type TimeLine, timeLineOf } from '../story/lanes.js';
import { html, type Markup } from '../story/markup.js';
import type { RunStory, SessionStory } from '../story/story.js';

const width = 1200;
const margin = 40;
const left = 190;
const plot = width - left - margin;
const laneHeight = 34;
const lanesTop = 130;
const areaHeight = 110;

const colours: Readonly<Record<BarKind, string>> = {
  model: '#5b5bd6',
  failed: '#c9302c',
  tool: '#0d8a72',
  error: '#c9302c',
  denied: '#c9302c',
  event: '#b26a00',
};

export function timelineSvg(session: SessionStory, run: RunStory): string {
  const line = timeLineOf(run);
  const lanesEnd = lanesTop + Math.max(1, line.lanes.length) * laneHeight;
  const areaTop = lanesEnd + 56;
  const height = areaTop + areaHeight + 84;
  const { totals } = run;
  const facts = [
    counted(totals.turns, 'turn'),
    counted(totals.model_calls, 'model call'),
    counted(totals.tool_calls, 'tool call'),
    `${grouped(plus(totals.input_tokens, totals.output_tokens))} tokens`,
    totals.cost_microusd === null ? 'cost unknown' : money(totals.cost_microusd),
    duration(line.milliseconds),
  ].join('   ·   ');
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="IBM Plex Sans" font-size="16" fill="#16191d">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<rect x="0" y="0" width="8" height="${height}" fill="${outcomeColour(run.stop_reason)}"/>
<text x="${margin}" y="52" font-size="28" font-weight="600">${short(`Run ${run.run_id}: ${run.stop_reason}`, 64)}</text>
<text x="${margin}" y="82" fill="#5b6470">${short(`Session ${session.session_id}   ·   ${run.settings.model}`, 110)}</text>
<text x="${margin}" y="108" fill="#5b6470">${facts}</text>
${lanes(line, lanesEnd)}
${axis(lanesEnd + 20, line.milliseconds)}
${areas(run, areaTop)}
${axis(areaTop + areaHeight + 20, line.milliseconds)}
<text x="${margin}" y="${height - 24}" font-size="13" fill="#5b6470">chain head ${session.head.hash}</text>
</svg>
`.text;
}

function lanes({ lanes: all, turns }: TimeLine, end: number): Markup[] {
  const rows = all.map(({ name, bars }, i) => {
    const top = lanesTop + i * laneHeight;
    const drawn = bars.map(({ kind, from, to }) => {
      const wide = Math.max((to - from) * plot, 4);
      const x = left + Math.min(from * plot, plot - wide);
      return html`<rect x="${fixed(x)}" y="${top + 6}" width="${fixed(wide)}" height="20" rx="3" fill="${colours[kind]}"/>`;
    });
    return html`<text x="${margin}" y="${top + 21}" fill="#5b6470">${short(name, 16)}</text><rect x="${left}" y="${top + 2}" width="${plot}" height="28" rx="4" fill="#f3f5f8"/>${drawn}\n`;
  });
  const marks = turns
    .slice(1, 61)
    .map(
      ({ from }) =>
        html`<line x1="${fixed(left + from * plot)}" x2="${fixed(left + from * plot)}" y1="${lanesTop}" y2="${end}" stroke="#9aa3b0" stroke-width="1"/>`,
    );
  return [...rows, ...marks];
}

function axis(y: number, milliseconds: number): Markup[] {
  const tick = (part: number, anchor: string) =>
    html`<text x="${fixed(left + part * plot)}" y="${y}" font-size="13" fill="#5b6470" text-anchor="${anchor}">${duration(Math.round(milliseconds * part))}</text>`;
  return [tick(0, 'start'), tick(0.5, 'middle'), tick(1, 'end')];
}

function areas({ spending, opened, last, totals, known }: RunStory, top: number): Markup {
  const span = Math.max(1, last.at - opened.at);
  const most = Math.max(1, known.input_tokens + known.output_tokens);
  const bottom = top + areaHeight;
  const path = (share: (spent: RunStory['spending'][number]) => number) => {
    let d = `M${left},${bottom}`;
    for (const spent of spending)
      d += `H${fixed(left + ((spent.at - opened.at) / span) * plot)}V${fixed(bottom - share(spent) * areaHeight)}`;
    return `${d}H${left + plot}`;
  };
  const paid = Math.max(1, known.cost_microusd);
  const moneyLine =
    known.cost_microusd === 0
      ? undefined
      : html`<path d="${path((spent) => spent.cost_microusd / paid)}" fill="none" stroke="#b26a00" stroke-width="2"/><text x="${margin}" y="${top + 60}" font-size="13" fill="#b26a00">${money(totals.cost_microusd)}</text>`;
  return html`<rect x="${left}" y="${top}" width="${plot}" height="${areaHeight}" rx="4" fill="#f3f5f8"/>
<path d="${path((spent) => (spent.input_tokens + spent.output_tokens) / most)}V${bottom}Z" fill="#5b5bd6"/><path d="${path((spent) => spent.input_tokens / most)}V${bottom}Z" fill="#b9c3d4"/>${moneyLine}
<text x="${margin}" y="${top + 20}" font-size="13" fill="#5b6470">${grouped(totals.input_tokens)} tokens in</text><text x="${margin}" y="${top + 40}" font-size="13" fill="#5b5bd6">${grouped(totals.output_tokens)} tokens out</text>`;
}

function outcomeColour(stop: RunStory['stop_reason']): string {
  if (stop === 'completed') return '#1a7f37';
  return stop === 'open' ? '#b26a00' : '#c9302c';
}

function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

function fixed(number: number): string {
  return String(Number(number.toFixed(2)));
}
