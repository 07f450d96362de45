// Every session of a fleet as one small shape: a picture of thousands at a glance. The table below it says the same in words.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FleetSessionRow, SessionStanding } from '../../../src/dashboard/fleet-api.js';
import { grouped } from '../../../src/evidence/story/amounts.js';
import { plain } from '../../parts/foreign.js';
import { standings } from './standing.js';

interface GridProps {
  readonly sessions: readonly FleetSessionRow[];
  readonly open: (session: FleetSessionRow) => void;
}

/** The more there are, the smaller. */
function cellOf(count: number): number {
  if (count <= 300) return 18;
  return count <= 3000 ? 11 : 7;
}

export function SessionGrid({ sessions, open }: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(900);
  const [over, setOver] = useState<FleetSessionRow | undefined>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const sized = new ResizeObserver(() => setWidth(element.clientWidth));
    sized.observe(element);
    setWidth(element.clientWidth);
    return () => sized.disconnect();
  }, []);
  const cell = cellOf(sessions.length);
  const columns = Math.max(1, Math.floor(width / cell));
  const height = Math.ceil(sessions.length / columns) * cell;
  const paths = pathsOf(sessions, columns, cell);
  const at = ({ offsetX, offsetY }: MouseEvent) =>
    sessions[Math.floor(offsetY / cell) * columns + Math.min(columns - 1, Math.floor(offsetX / cell))];
  const counts = countsOf(sessions);
  const label = standings
    .filter(({ state }) => counts[state] > 0)
    .map(({ state, name }) => `${grouped(counts[state])} ${name}`)
    .join(', ');
  return (
    <div class="session-grid" ref={box}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table below opens each session by keyboard. */}
      <svg
        width={columns * cell}
        height={height}
        role="img"
        aria-label={`Sessions: ${label}`}
        onMouseMove={(event) => setOver(at(event))}
        onMouseLeave={() => setOver(undefined)}
        onClick={(event) => {
          const session = at(event);
          if (session !== undefined) open(session);
        }}
      >
        {standings.map(({ state, paint }) => (
          <path key={state} class={paint} d={paths[state]} />
        ))}
      </svg>
      <p class="small soft grid-says" aria-hidden="true">
        {over === undefined
          ? 'Each shape is a session, in the order in which they were queued.'
          : `${plain(over.id)}: ${over.state}${over.cause === undefined ? '' : `, ${plain(over.cause)}`}${over.worker === undefined ? '' : ` · ${plain(over.worker)}`}`}
      </p>
    </div>
  );
}

/** One path for each state, however many sessions there are; shapes differ, so that colour is not all there is. */
function pathsOf(sessions: readonly FleetSessionRow[], columns: number, cell: number) {
  const paths: Record<SessionStanding, string> = {
    queued: '',
    running: '',
    completed: '',
    failed: '',
    cancelled: '',
  };
  sessions.forEach(({ state }, i) => {
    paths[state] += shapeOf(state, (i % columns) * cell, Math.floor(i / columns) * cell, cell);
  });
  return paths;
}

function shapeOf(state: SessionStanding, left: number, top: number, cell: number): string {
  const gap = cell > 8 ? 2 : 1;
  const size = cell - 2 * gap;
  const [x, y, half] = [left + gap, top + gap, size / 2];
  switch (state) {
    case 'completed':
      return `M${x} ${y}h${size}v${size}h${-size}z`;
    case 'running':
      return `M${x + half} ${y - 0.5}l${half + 0.5} ${half + 0.5}l${-half - 0.5} ${half + 0.5}l${-half - 0.5} ${-half - 0.5}z`;
    case 'failed':
      return `M${x} ${y}l${size} ${size}M${x + size} ${y}l${-size} ${size}`;
    case 'cancelled':
      return `M${x} ${y + half}h${size}`;
    case 'queued':
      return `M${x + 0.5} ${y + 0.5}h${size - 1}v${size - 1}h${1 - size}z`;
  }
}

export function countsOf(sessions: readonly FleetSessionRow[]): Record<SessionStanding, number> {
  const counts = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { state } of sessions) counts[state] += 1;
  return counts;
}
