// The shape of `<run>.export.json`, version 1: a run as data, for programs that do not want to fold a log themselves.

import * as t from 'typebox';
import { closed } from '../../protocol/closed.js';
import { digest } from '../../protocol/records/members.js';
import {
  agent,
  captureManifest,
  contextPiece,
  fence,
  origin,
  parentRun,
  runSettings,
  spent,
  stopReasons,
  totals,
  usage,
} from '../../protocol/records.js';

export const exportSchema = 'ctx.export/1';

const count = () => t.Integer({ minimum: 0 });
const moment = () => t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
const hex = () => t.String({ pattern: '^[0-9a-f]{64}$' });
const stop = () => t.Enum([...stopReasons, 'open']);

/** A text that may be clipped; the log has all of it. */
const clip = () => t.Object({ text: t.String(), bytes: count(), whole: t.Boolean() }, closed);

const turn = t.Object(
  {
    turn: count(),
    opened_seq: count(),
    opened_at: moment(),
    closed_seq: t.Optional(count()),
    closed_at: t.Optional(moment()),
    prompt: clip(),
    output: t.Optional(clip()),
    stop_reason: stop(),
    usage: t.Optional(spent),
    model_calls: count(),
    tool_calls: count(),
    denials: count(),
  },
  closed,
);

const modelCall = t.Object(
  {
    kind: t.Literal('model'),
    turn: count(),
    call: count(),
    asked_seq: count(),
    seq: count(),
    at: moment(),
    milliseconds: count(),
    outcome: t.Enum(['responded', 'failed']),
    text: t.Optional(clip()),
    finish: t.Optional(t.String()),
    /** `null` is unknown. */
    usage: t.Optional(t.Union([usage, t.Null()])),
    cost_microusd: t.Optional(t.Union([count(), t.Null()])),
    failure: t.Optional(t.String()),
    status: t.Optional(count()),
    will_retry: t.Optional(t.Boolean()),
  },
  closed,
);

const toolCall = t.Object(
  {
    kind: t.Literal('tool'),
    turn: count(),
    call_id: t.String(),
    tool: t.String(),
    /** The record in which the model asked for it. */
    seq: count(),
    at: moment(),
    input: clip(),
    decision: t.Enum(['allowed', 'denied', 'malformed', 'pending']),
    rule: t.Optional(t.String()),
    reason: t.Optional(t.String()),
    /** Who let it through or refused it, where somebody was asked. */
    approval: t.Optional(
      t.Object(
        {
          seq: count(),
          answer: t.Enum(['allow', 'deny']),
          scope: t.String(),
          via: t.String(),
          by: t.Union([t.String(), t.Null()]),
        },
        closed,
      ),
    ),
    returned_seq: t.Optional(count()),
    milliseconds: t.Optional(count()),
    output: t.Optional(clip()),
    is_error: t.Optional(t.Boolean()),
    exit_code: t.Optional(count()),
    interrupted: t.Optional(t.Boolean()),
  },
  closed,
);

/** `says` is for people; `data` is the record without its place in the chain. */
const event = {
  seq: count(),
  at: moment(),
  type: t.String(),
  says: t.String(),
  data: t.Unknown(),
};

export const exportDocument = t.Object(
  {
    schema: t.Literal(exportSchema),
    run: t.Object(
      {
        run_id: t.String(),
        agent,
        continues: t.Optional(t.String()),
        /** Its first turn goes on with the last one of that run. */
        reopens: t.Optional(t.Literal(true)),
        parent: t.Optional(parentRun),
        retells: t.Optional(t.String()),
        stop_reason: stop(),
        /** It did not complete: what is here is all that was written of it. */
        partial: t.Boolean(),
        opened_at: moment(),
        last_at: moment(),
        settings: runSettings,
        pool: t.Array(t.String()),
        capture: captureManifest,
        fence,
        context: t.Array(contextPiece),
        /** Secrets that were replaced before anything was written. */
        redacted: count(),
        /** Files that were written, and by which records. */
        files: t.Array(t.Object({ path: t.String(), writes: t.Array(count()) }, closed)),
        /** Files that were found changed in the workspace after a call or a turn. */
        changed: t.Array(
          t.Object(
            { path: t.String(), change: t.Enum(['added', 'changed', 'removed']), seq: count() },
            closed,
          ),
        ),
      },
      closed,
    ),
    turns: t.Array(turn),
    calls: t.Array(t.Union([modelCall, toolCall])),
    /** Rejected answers, approvals, compactions, refusals of the sandbox, changed files, findings, interruptions, resumes. */
    events: t.Array(t.Object({ turn: count(), ...event }, closed)),
    /** What happened to the session outside of any turn. */
    session_events: t.Array(t.Object(event, closed)),
    totals,
    provenance: t.Object(
      {
        contract_id: t.String(),
        session_id: t.String(),
        run_id: t.String(),
        /** Where another agent's session was captured or imported: the chain shows only what happened since. */
        origin: t.Optional(origin),
        /** Of the whole session, as it was when this was made. */
        chain_head: digest(),
        records: t.Object({ first: count(), last: count(), of_session: count() }, closed),
        run_last_hash: digest(),
        /** When the last record of the session was written: nothing here depends on when the export was made. */
        timestamp: moment(),
        timeline: t.Object({ filename: t.String(), pixel_digest: hex() }, closed),
        /** SHA-256 of this document's canonical JSON without this member. */
        content_sha256: hex(),
      },
      closed,
    ),
  },
  closed,
);
export type ExportDocument = t.Static<typeof exportDocument>;

export const provenanceSchema = 'ctx.provenance/1';

/** The sidecar of the picture. */
export const provenanceDocument = t.Object(
  {
    schema: t.Literal(provenanceSchema),
    artifact_filename: t.String(),
    artifact_sha256: hex(),
    pixel_digest: hex(),
    contract_id: t.String(),
    session_id: t.String(),
    run_id: t.String(),
    chain_head: digest(),
    timestamp: moment(),
  },
  closed,
);
export type ProvenanceDocument = t.Static<typeof provenanceDocument>;
