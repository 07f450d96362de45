// Records into spans: one trace for each run that nobody started, with the runs of its subagents in it. It keeps only what is
// under way, so a log may have any size.

import { happenedAt, isOfSubagent, type RecordOf, type SessionRecord } from '../protocol/records.js';
import { RunSpans } from './run-spans.js';
import { type Span, traceIdOf } from './span.js';

export interface SpanFold {
  take(record: SessionRecord): void;
  /** Nothing more comes: what is open is told as open. */
  end(): void;
}

export function spanFold(content: boolean, end: (span: Span) => void): SpanFold {
  const subagents = new Map<string, RunSpans>();
  let main: RunSpans | undefined;
  let session_id = '';
  let firstHash = '';

  function open(record: RecordOf<'run.opened'>): void {
    const { run_id, parent } = record;
    if (parent === undefined) {
      main?.end('open');
      const traceId = traceIdOf(firstHash, run_id);
      main = new RunSpans(record, { session_id, content, end, traceId, parentSpanId: undefined });
      return;
    }
    const starter = subagents.get(parent.run_id) ?? main;
    const traceId = starter?.traceId ?? traceIdOf(firstHash, run_id);
    const parentSpanId = starter?.spanAbove(parent.call_id);
    subagents.get(run_id)?.end('open');
    subagents.set(run_id, new RunSpans(record, { session_id, content, end, traceId, parentSpanId }));
  }

  function close(record: RecordOf<'run.closed'>): void {
    const run = record.parent === undefined ? main : subagents.get(record.run_id);
    run?.end(record.stop_reason, Date.parse(happenedAt(record)));
    if (record.parent === undefined) main = undefined;
    else subagents.delete(record.run_id);
  }

  return {
    take(record) {
      switch (record.type) {
        case 'session.opened':
          session_id = record.session_id;
          firstHash = record.hash;
          return;
        case 'run.opened':
          open(record);
          return;
        case 'run.closed':
          close(record);
          return;
      }
      (isOfSubagent(record) ? subagents.get(record.run_id ?? '') : main)?.take(record);
    },
    end() {
      for (const run of subagents.values()) run.end('open');
      subagents.clear();
      main?.end('open');
      main = undefined;
    },
  };
}
