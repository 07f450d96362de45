// A session in a few words, the same in every view: how it stands, who acts in it, when it was.

import type { SessionRow } from '../../src/dashboard/api.js';
import { plus } from '../../src/session/tally.js';
import type { Look } from './basics.js';
import { Badge } from './basics.js';
import { Foreign } from './foreign.js';

/** How it stands, in a word that filters and badges share. */
export function resultOf(row: Pick<SessionRow, 'state' | 'stop_reason'>): string {
  if (row.state === 'running' || row.state === 'waiting') return row.state;
  return row.stop_reason;
}

export function lookOf(result: string): Look {
  if (result === 'running') return 'live';
  if (result === 'waiting' || result === 'open') return 'open';
  return result === 'completed' ? 'good' : 'bad';
}

export function ResultBadge({ row }: { readonly row: Pick<SessionRow, 'state' | 'stop_reason'> }) {
  const result = resultOf(row);
  return <Badge look={lookOf(result)}>{result.replaceAll('_', ' ')}</Badge>;
}

export const agentOf = (row: Pick<SessionRow, 'agent'>) => row.agent ?? 'ctx';
export const tokensOf = ({ totals }: Pick<SessionRow, 'totals'>) =>
  plus(totals.input_tokens, totals.output_tokens);
export const titleOf = (row: Pick<SessionRow, 'title' | 'session_id'>) => row.title || row.session_id;
export const projectName = (project: string) => project.split('/').findLast((part) => part !== '') ?? project;

export function Actor({
  agent,
  model,
  project,
}: {
  readonly agent: string;
  readonly model: string;
  readonly project?: string;
}) {
  return (
    <span class="actor soft small">
      <Foreign text={agent} /> · <Foreign text={model} />
      {project === undefined ? null : (
        <>
          {' · '}
          <Foreign text={projectName(project)} />
        </>
      )}
    </span>
  );
}

/** Today by its time, otherwise by its day; by the reader's own clock. */
export function whenOf(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const two = (value: number) => String(value).padStart(2, '0');
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  if (at.toDateString() === now.toDateString()) return time;
  const day = `${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return at.getFullYear() === now.getFullYear() ? `${day} ${time}` : `${at.getFullYear()}-${day}`;
}

/** The day by the reader's own clock, as fields of dates say it. */
export function dayOf(iso: string): string {
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
