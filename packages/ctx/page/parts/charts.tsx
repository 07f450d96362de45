// Charts as hand-made SVG: few shapes, colours of the page's own, and behind each of them a table with the same figures.

import type { ComponentChildren } from 'preact';
import { csvOf } from './csv.js';
import { downloadText } from './download.js';
import { Foreign } from './foreign.js';

export interface Series {
  readonly name: string;
  /** A class of the style that paints it. */
  readonly paint: string;
}

export interface Point {
  readonly name: string;
  /** One for each series. */
  readonly values: readonly number[];
}

interface ChartProps {
  readonly label: string;
  readonly series: readonly Series[];
  readonly points: readonly Point[];
  readonly says: (value: number) => string;
}

const height = 160;
const width = 1000;

/** Stacked bars side by side, one for each point. */
export function Bars({ label, series, points, says }: ChartProps) {
  const most = Math.max(1, ...points.map(({ values }) => sum(values)));
  const step = width / Math.max(points.length, 8);
  const wide = Math.max(1, step * 0.72);
  return (
    <div class="chart">
      <div class="ticks">
        <span>{says(most)}</span>
      </div>
      <svg
        class="bars"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {[0, 0.5, 1].map((part) => (
          <line
            key={part}
            class="grid"
            x1="0"
            x2={width}
            y1={height * part}
            y2={height * part}
            vector-effect="non-scaling-stroke"
          />
        ))}
        {points.map(({ name, values }, i) => {
          let top = height;
          return (
            <g key={name}>
              <title>{`${name}: ${values.map((value, j) => `${series[j]?.name ?? ''} ${says(value)}`).join(', ')}`}</title>
              <rect x={i * step} y="0" width={step} height={height} fill="transparent" />
              {values.map((value, j) => {
                const tall = (value / most) * height;
                top -= tall;
                return tall <= 0 ? null : (
                  <rect
                    key={j}
                    class={series[j]?.paint ?? ''}
                    x={i * step + (step - wide) / 2}
                    y={top}
                    width={wide}
                    height={Math.max(tall, 1.5)}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <div class="ticks">
        <span>{points[0]?.name}</span>
        <span>{points.length > 2 ? points[Math.floor((points.length - 1) / 2)]?.name : ''}</span>
        <span>{points.length > 1 ? points.at(-1)?.name : ''}</span>
      </div>
      {series.length < 2 ? null : <Key series={series} />}
    </div>
  );
}

export function Key({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul class="key">
      {series.map(({ name, paint }) => (
        <li key={name}>
          <i class={paint} />
          <Foreign text={name} />
        </li>
      ))}
    </ul>
  );
}

/** Names with bars beside each other, the largest first. */
export function Ranks({ label, points, says }: Omit<ChartProps, 'series'>) {
  const most = Math.max(1, ...points.map(({ values }) => sum(values)));
  return (
    <ul class="ranks" aria-label={label}>
      {points.map(({ name, values }, i) => (
        <li key={name}>
          <span class="cut" title={name}>
            <Foreign text={name} />
          </span>
          <span class="bar" aria-hidden="true">
            <i class={`f${Math.min(i, 5)}`} style={{ width: `${(sum(values) / most) * 100}%` }} />
          </span>
          <span class="num">{says(sum(values))}</span>
        </li>
      ))}
    </ul>
  );
}

export function Sparkline({ values, label }: { readonly values: readonly number[]; readonly label: string }) {
  const most = Math.max(1e-9, ...values);
  const x = (i: number) => (i / Math.max(1, values.length - 1)) * 200;
  const y = (value: number) => 38 - (value / most) * 34;
  const line = values
    .map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)},${y(value).toFixed(1)}`)
    .join('');
  return (
    <svg viewBox="0 0 200 40" preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="sparkfill" d={`${line}L200,40L0,40Z`} />
      <path class="spark" d={line} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

interface TableProps {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly children?: ComponentChildren;
}

/** The table behind a chart, and the same as CSV. */
export function TableBehind({ name, head, rows, children }: TableProps) {
  const isNumber = (at: number) =>
    rows.every((row) => typeof row[at] === 'number' || /^[$\d]/.test(String(row[at])));
  return (
    <details class="behind">
      <summary>Table: {name}</summary>
      <div class="wide" tabIndex={0}>
        <table>
          <caption class="hidden">{name}</caption>
          <thead>
            <tr>
              {head.map((each, i) => (
                <th scope="col" key={each} class={i > 0 && isNumber(i) ? 'n' : ''}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {row.map((cell, j) => (
                  <td key={j} class={j > 0 && isNumber(j) ? 'n' : ''}>
                    <Foreign text={String(cell)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <button
          type="button"
          class="btn tiny"
          onClick={() =>
            downloadText(`${name.toLowerCase().replace(/\W+/g, '-')}.csv`, csvOf(head, rows), 'text/csv')
          }
        >
          Download CSV
        </button>
        {children}
      </p>
    </details>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
