// Tokens and cost of a run over its time, with the same figures as a table.

import { duration, grouped, money } from '../../../src/evidence/story/amounts.js';
import type { RunStory } from '../../../src/evidence/story/story.js';
import { plus } from '../../../src/session/tally.js';
import { Key, TableBehind } from '../../parts/charts.js';

const width = 1000;
/** A little room behind the end: the last step would otherwise lie on the edge, and nobody would see it. */
const room = 1.04;
const mostRows = 500;

export function SpendingChart({ run }: { readonly run: RunStory }) {
  const { spending, opened, last, totals, known } = run;
  if (spending.length === 0)
    return <p class="soft">No model call has been answered yet, or its usage is unknown.</p>;
  const span = Math.max(1, last.at - opened.at) * room;
  const mostTokens = Math.max(1, known.input_tokens + known.output_tokens);
  const x = (at: number) => Math.max(0, ((at - opened.at) / span) * width);
  const steps = (y: (point: (typeof spending)[number]) => number) =>
    `${spending.reduce((d, point) => `${d}H${x(point.at).toFixed(1)}V${(100 - 100 * y(point)).toFixed(1)}`, 'M0,100')}H${width}`;
  const area = (y: (point: (typeof spending)[number]) => number) => `${steps(y)}V100Z`;
  return (
    <>
      <div class="ticks">
        <span>{grouped(plus(totals.input_tokens, totals.output_tokens))} tokens</span>
        <span>{totals.cost_microusd === 0 ? '' : money(totals.cost_microusd)}</span>
      </div>
      <div class="chart">
        <svg
          class="spending"
          viewBox={`0 0 ${width} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label="Tokens and cost over time"
        >
          {[0, 50, 100].map((y) => (
            <line key={y} class="grid" x1="0" x2={width} y1={y} y2={y} vector-effect="non-scaling-stroke" />
          ))}
          <path class="a-out" d={area((p) => (p.input_tokens + p.output_tokens) / mostTokens)} />
          <path class="a-in" d={area((p) => p.input_tokens / mostTokens)} />
          {known.cost_microusd === 0 ? null : (
            <path
              class="l-money"
              d={steps((p) => p.cost_microusd / known.cost_microusd)}
              vector-effect="non-scaling-stroke"
            />
          )}
        </svg>
      </div>
      <div class="ticks">
        <span>{duration(0)}</span>
        <span>{duration(Math.max(0, last.at - opened.at))}</span>
      </div>
      <Key
        series={[
          { name: `input tokens: ${grouped(totals.input_tokens)}`, paint: 'fin' },
          { name: `output tokens: ${grouped(totals.output_tokens)}`, paint: 'fmodel' },
          ...(totals.cost_microusd === 0
            ? []
            : [{ name: `cost: ${money(totals.cost_microusd)}`, paint: 'fmoney' }]),
        ]}
      />
      <TableBehind
        name="Tokens and cost after each model call"
        head={['after ms', 'input tokens', 'output tokens', 'cost in micro-dollars']}
        rows={spending
          .slice(-mostRows)
          .map((p) => [p.at - opened.at, p.input_tokens, p.output_tokens, p.cost_microusd])}
      />
    </>
  );
}
