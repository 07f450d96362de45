// A run's story as the export document, sealed with the digest of its own content.

import { hash } from 'node:crypto';
import { canonical } from '../../protocol/json.js';
import { eventWords } from '../story/event-words.js';
import type {
  AnswerStep,
  CallStep,
  EventStep,
  FailureStep,
  RunStory,
  SessionStory,
  StoryStep,
  TurnStory,
} from '../story/story.js';
import { type ExportDocument, exportSchema } from './export-document.js';

type Call = ExportDocument['calls'][number];

export interface Timeline {
  readonly filename: string;
  readonly pixel_digest: string;
}

/** The file's text: canonical JSON and LF. */
export function exportText(session: SessionStory, run: RunStory, timeline: Timeline): string {
  const document = documentOf(session, run, timeline);
  const content_sha256 = contentDigest(document);
  return `${canonical({ ...document, provenance: { ...document.provenance, content_sha256 } })}\n`;
}

/** Over the document without the digest that it claims. */
export function contentDigest(document: { readonly provenance: object }): string {
  const { content_sha256: _, ...provenance } = { content_sha256: '', ...document.provenance };
  return hash('sha256', canonical({ ...document, provenance }));
}

function documentOf(session: SessionStory, run: RunStory, timeline: Timeline) {
  const { run_id, agent, continues, parent, retells, stop_reason, settings, pool, capture } = run;
  const { fence, context, redacted, totals, opened, last } = run;
  const { session_id, contract, head, records, origin } = session;
  return {
    schema: exportSchema,
    run: {
      run_id,
      agent,
      ...(continues !== undefined && { continues }),
      ...(run.reopens && { reopens: run.reopens }),
      ...(parent !== undefined && { parent }),
      ...(retells !== undefined && { retells }),
      stop_reason,
      partial: stop_reason !== 'completed',
      opened_at: written(opened.at),
      last_at: written(last.at),
      settings,
      pool: [...pool],
      capture,
      fence,
      context: [...context],
      redacted,
      files: run.files.map(({ path, writes }) => ({ path, writes: [...writes] })),
      changed: run.changed.map(({ path, change, seq }) => ({ path, change, seq })),
    },
    turns: run.turns.map(turnOf),
    calls: run.turns.flatMap(({ turn, steps }) => steps.flatMap((step) => callOf(turn, step))),
    events: run.turns.flatMap(({ turn, steps }) =>
      steps.flatMap((step) => (step.kind === 'event' ? [{ turn, ...eventOf(step) }] : [])),
    ),
    session_events: session.events.map(eventOf),
    totals,
    provenance: {
      contract_id: contract,
      session_id,
      run_id,
      ...(origin !== undefined && { origin }),
      chain_head: head.hash,
      records: { first: opened.seq, last: last.seq, of_session: records },
      run_last_hash: run.last_hash,
      timestamp: head.at,
      timeline,
    },
  } satisfies Omit<ExportDocument, 'provenance'> & {
    provenance: Omit<ExportDocument['provenance'], 'content_sha256'>;
  };
}

function eventOf({ seq, at, record }: EventStep) {
  const { at: _at, hash: _hash, prev: _prev, seq: _seq, type, redacted: _redacted, ...data } = record;
  return { seq, at: written(at), type, says: eventWords(record).says, data };
}

function turnOf({ turn, prompt, opened, closed, tally }: TurnStory): ExportDocument['turns'][number] {
  return {
    turn,
    opened_seq: opened.seq,
    opened_at: written(opened.at),
    ...(closed !== undefined && {
      closed_seq: closed.seq,
      closed_at: written(closed.at),
      output: closed.output,
      usage: tally.spent,
    }),
    prompt,
    stop_reason: closed?.result.stop_reason ?? 'open',
    model_calls: tally.model_calls,
    tool_calls: tally.tool_calls,
    denials: tally.denials.length,
  };
}

function callOf(turn: number, step: StoryStep): Call[] {
  switch (step.kind) {
    case 'answer': {
      const { texts, finish, usage, cost_microusd } = step;
      const said = texts.filter(({ of }) => of === 'text').map(({ clip }) => clip);
      const text = {
        text: said.map((clip) => clip.text).join(''),
        bytes: said.reduce((sum, clip) => sum + clip.bytes, 0),
        whole: said.every((clip) => clip.whole),
      };
      const answered = { outcome: 'responded' as const, text, finish, usage, cost_microusd };
      return [{ ...modelCallOf(turn, step), ...answered }];
    }
    case 'failure': {
      const { failure, status, will_retry, message } = step;
      const failed = { outcome: 'failed' as const, text: message, failure, will_retry };
      return [{ ...modelCallOf(turn, step), ...failed, ...(status !== undefined && { status }) }];
    }
    case 'call':
      return [toolCallOf(turn, step)];
    case 'event':
      return [];
  }
}

function modelCallOf(turn: number, { call, asked, seq, at }: AnswerStep | FailureStep) {
  const milliseconds = Math.max(0, at - asked.at);
  return { kind: 'model' as const, turn, call, asked_seq: asked.seq, seq, at: written(at), milliseconds };
}

function toolCallOf(turn: number, step: CallStep): Call {
  const { call_id, tool, seq, at, input, decision, approval, denial, started, returned } = step;
  return {
    kind: 'tool',
    turn,
    call_id,
    tool,
    seq,
    at: written(at),
    input,
    decision,
    ...(approval !== undefined && { approval: approvalOf(approval) }),
    ...(denial !== undefined && { rule: denial.rule, reason: denial.reason }),
    ...(returned !== undefined && {
      returned_seq: returned.seq,
      output: returned.output,
      is_error: returned.is_error,
      interrupted: returned.interrupted,
      ...(returned.exit_code !== undefined && { exit_code: returned.exit_code }),
    }),
    ...(started !== undefined &&
      returned !== undefined && { milliseconds: Math.max(0, returned.at - started.at) }),
  };
}

function approvalOf({ seq, answer, scope, via, by }: NonNullable<CallStep['approval']>) {
  return { seq, answer, scope, via, by };
}

function written(at: number): string {
  return new Date(at).toISOString();
}
