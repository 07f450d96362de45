// What a driven agent did on the wire, held against what its own transcript tells: calls that only one of them has, and other sums.

import { isOfSubagent, type SessionRecord } from '../protocol/records.js';
import { noTotals, sumOf } from '../session/tally.js';

export interface WireDifference {
  readonly code: string;
  readonly records: readonly number[];
  readonly says: string;
}

const mostNamed = 5;

/** `runs`: all of one conversation. */
export function wireDifferences(
  records: readonly SessionRecord[],
  runs: ReadonlySet<string>,
): WireDifference[] {
  const wire = new Map<string, number>();
  const told = new Map<string, number>();
  const failed = new Set<string>();
  /** The runs that tell it again, and those of their subagents. */
  const telling = new Set<string>();
  let main = '';
  let onWire = noTotals();
  let inTranscript = noTotals();
  for (const record of records) {
    if (record.type === 'run.opened') {
      if (runs.has(record.retells ?? '') || telling.has(record.parent?.run_id ?? ''))
        telling.add(record.run_id);
      if (record.parent === undefined) main = record.run_id;
    }
    const of = isOfSubagent(record) ? (record.run_id ?? '') : main;
    if (record.type === 'run.closed') {
      if (runs.has(record.run_id)) onWire = sumOf(onWire, record.totals);
      if (telling.has(record.run_id)) inTranscript = sumOf(inTranscript, record.totals);
    } else if (record.type === 'tool.requested' || record.type === 'tool.denied') {
      if (runs.has(of)) wire.set(record.call_id, record.seq);
      else if (telling.has(of)) told.set(record.call_id, record.seq);
      if (telling.has(of) && record.type === 'tool.denied') failed.add(record.call_id);
    } else if (record.type === 'tool.returned' && telling.has(of) && record.is_error)
      failed.add(record.call_id);
  }
  // What the host itself turned down never came to the wire.
  const unseen = [...told].filter(([id]) => !wire.has(id) && !failed.has(id));
  const untold = [...wire].filter(([id]) => !told.has(id));
  return [
    ...difference('call_not_on_wire', unseen, 'the transcript has calls that were never seen on the wire'),
    ...difference(
      'call_not_in_transcript',
      untold,
      'calls were seen on the wire that the transcript has not',
    ),
    ...tokens(onWire, inTranscript),
  ];
}

function difference(
  code: string,
  calls: readonly (readonly [id: string, seq: number])[],
  says: string,
): WireDifference[] {
  if (calls.length === 0) return [];
  const named = calls.slice(0, mostNamed).map(([id]) => id.slice(0, 80));
  return [
    {
      code,
      records: calls.slice(0, 100).map(([, seq]) => seq),
      says: `${says}: ${calls.length} (${named.join(', ')})`,
    },
  ];
}

function tokens(wire: ReturnType<typeof noTotals>, told: ReturnType<typeof noTotals>): WireDifference[] {
  const names = ['input_tokens', 'output_tokens'] as const;
  const differing = names.filter(
    (name) => wire[name] !== null && told[name] !== null && wire[name] !== told[name],
  );
  return differing.map((name) => ({
    code: 'usage_differs',
    records: [],
    says: `the wire says ${wire[name]} ${name.replace('_', ' ')}, the transcript ${told[name]}`,
  }));
}
