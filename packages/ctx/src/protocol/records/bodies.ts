// The members of each type of record, without its place in the chain.

import * as t from 'typebox';
import { closed } from '../closed.js';
import { failureKinds, finishes, messageRef, modelPart } from './answers.js';
import { contractId, formatVersion } from './format.js';
import { count, countOrUnknown, digest, id, json, text, whole, word } from './members.js';
import {
  agent,
  captureManifest,
  contextPiece,
  enforcedBy,
  fence,
  origin,
  parentRun,
  poolEntry,
  serverState,
  sourceFile,
} from './opening.js';
import { stopReasons, totals, turnResult, usage } from './results.js';
import { resumed } from './resumption.js';
import { plannedRun, price, runSettings } from './settings.js';

/** Through whom a question was asked and answered. */
const via = word('terminal', 'program', 'editor', 'browser', 'host');

/** Files of the workspace, which something changed. */
const changedPath = t.Object({ path: text(), change: t.Enum(['added', 'changed', 'removed']) }, closed);

export const bodies = {
  'session.opened': {
    format: t.Literal(formatVersion),
    contract: t.Literal(contractId),
    session_id: id(),
    runs: t.Array(plannedRun),
    /** The session that this one was replayed from, and its last record's hash. */
    parent: t.Optional(t.Object({ session_id: id(), head: digest() }, closed)),
    /** Where another agent's session was captured or imported. The chain shows only what happened to it since. */
    origin: t.Optional(origin),
    /** It is signed when it closes, also by whoever goes on with it. */
    sign: t.Optional(t.Literal(true)),
  },
  'session.appended': { runs: t.Array(plannedRun) },
  'run.opened': {
    run_id: id(),
    agent,
    settings: runSettings,
    /** Empty where another agent does not say what it has. */
    pool: t.Array(poolEntry),
    capture: captureManifest,
    /** A subagent's run is open beside that of its parent. */
    parent: t.Optional(parentRun),
    /** The run that this one tells again from another source, and stands in the place of in every sum. */
    retells: t.Optional(id()),
    context: t.Optional(t.Array(contextPiece)),
    /** Its MCP servers, where it has any. */
    servers: t.Optional(t.Array(serverState)),
    fence: t.Optional(fence),
    /** What is known of the model besides its name: budgets and compaction follow from it, so a replay needs it. */
    price: t.Optional(price),
    context_tokens: t.Optional(count()),
    /** The run whose conversation this one continues. */
    continues: t.Optional(id()),
    /** Its first turn goes on with all that the last turn of that run had said and done. */
    reopens: t.Optional(t.Literal(true)),
  },
  'turn.opened': {
    turn: count(),
    prompt: text(),
    /** What of the project and of the tools fitted the prompt when the turn began; absent where nothing did. */
    matched_commands: t.Optional(t.Array(text())),
    matched_tools: t.Optional(t.Array(text())),
  },
  'model.requested': {
    call: count(),
    /** Unknown where another agent asked. */
    request_digest: t.Union([digest(), t.Null()]),
    /** What that agent itself calls the digest. */
    foreign_digest: t.Optional(text()),
    kept: count(),
    messages: t.Array(messageRef),
  },
  'model.responded': {
    call: count(),
    content: t.Array(modelPart),
    finish: t.Enum(finishes),
    usage: t.Union([usage, t.Null()]),
    cost_microusd: countOrUnknown(),
    /** What the provider itself calls the answer, and the model that gave it. */
    response_id: t.Optional(text()),
    response_model: t.Optional(text()),
    /** Settings that the provider could not follow. */
    warnings: t.Optional(t.Array(text())),
  },
  'model.failed': {
    call: count(),
    attempt: count(),
    failure: t.Enum(failureKinds),
    status: t.Optional(count()),
    retry_after_ms: t.Optional(count()),
    /** Whether trying again can help at all. */
    retryable: t.Boolean(),
    will_retry: t.Boolean(),
    message: text(),
  },
  /** What a driven agent says was used, besides what its answers say of themselves. */
  'usage.reported': {
    /** What the figures are of. */
    of: t.Enum(['turn', 'subagent']),
    usage: t.Union([usage, t.Null()]),
    cost_microusd: countOrUnknown(),
  },
  'output.rejected': { call: count(), reasons: t.Array(text()), will_repair: t.Boolean(), reply: text() },
  /** An `ask` rule, or another agent, wants a person's word on a call that the model asked for. */
  'approval.requested': {
    call_id: text(),
    tool: text(),
    rule: text(),
    via,
    /** What was shown besides the call: its diff, say. */
    shown: t.Optional(text()),
  },
  'approval.given': {
    call_id: text(),
    answer: t.Enum(['allow', 'deny']),
    /** How long it holds. */
    scope: t.Enum(['once', 'session', 'project']),
    via,
    /** Who gave it; null where nobody did in time. */
    by: t.Union([text(), t.Null()]),
    reason: t.Optional(text()),
  },
  'tool.requested': {
    call_id: text(),
    tool: text(),
    input: json(),
    /** Of another agent's call: who decided on it, where that was not ctx before it ran. */
    enforcement: t.Optional(enforcedBy),
    /** Where links on the way of its path lead, relative to the agent's folder. */
    leads_to: t.Optional(text()),
  },
  /** A connection that the network's rules refused while a call was under way, and how often it was tried. */
  'sandbox.denied': {
    call_id: text(),
    host: text(),
    port: count(),
    reason: word('not_listed', 'private_address', 'unknown_name', 'not_understood'),
    times: count(),
  },
  /** Files that something outside obeys (hooks, a host's settings) and that a call brought into being. */
  'sandbox.noticed': { call_id: text(), appeared: t.Array(text()) },
  /** A command of the memory that was called inside of the sandbox: run outside, or denied. */
  'sandbox.served': {
    call_id: text(),
    command: text(),
    exit_code: t.Optional(count()),
    denied: t.Optional(t.Object({ rule: text(), reason: text() }, closed)),
  },
  'tool.denied': {
    call_id: text(),
    tool: text(),
    input: json(),
    rule: text(),
    reason: text(),
    leads_to: t.Optional(text()),
  },
  'tool.returned': {
    call_id: text(),
    tool: text(),
    output: text(),
    is_error: t.Boolean(),
    /** Of a command that came to its own end. */
    exit_code: t.Optional(count()),
    truncated: t.Optional(t.Object({ bytes_seen: count(), bytes_kept: count() }, closed)),
    /** The call was cut short (by a signal, a deadline, or a crash): its effects are unknown. */
    interrupted: t.Optional(t.Literal(true)),
    /** What the input led to (a link's target, say) is denied: the tool opened it and did nothing with it. */
    denied: t.Optional(t.Object({ rule: text(), reason: text() }, closed)),
  },
  'context.compacted': {
    /** Unknown where another agent compacted. */
    messages_dropped: countOrUnknown(),
    turns_dropped: countOrUnknown(),
    /** Outputs of this turn's oldest tool calls that were replaced, and by what. */
    outputs_cleared: t.Array(t.Object({ from: count(), replacement: text() }, closed)),
    tokens_before: countOrUnknown(),
    tokens_after: countOrUnknown(),
  },
  'turn.interrupted': {
    /**
     * `log`: somebody else touched the session's file; `idle`: nothing was heard of a driven agent; `policy`: such an agent made
     * a call that is denied, and had asked nobody; `gone`: whoever conducted such an agent was gone, and another one ended the turn.
     */
    cause: t.Enum(['timeout', 'signal', 'budget', 'log', 'idle', 'policy', 'gone']),
    signal: t.Optional(text()),
    cancel_observed: t.Boolean(),
  },
  'turn.closed': { result: turnResult },
  'run.closed': {
    run_id: id(),
    stop_reason: t.Enum(stopReasons),
    totals,
    /** The run that it was started by, as its opening says. */
    parent: t.Optional(id()),
  },
  /** What was changed in the workspace, and by which call; without one, by something else during the turn. */
  'workspace.changed': {
    paths: t.Array(changedPath, { minItems: 1 }),
    call_id: t.Optional(text()),
    by: t.Enum(['call', 'turn', 'outside']),
    found_by: word('git', 'walk'),
    /** Paths beyond those that are listed. */
    left_out: t.Optional(count()),
  },
  /** The workspace as it was: a git tree, or the digest of a packed folder. */
  'workspace.snapshot': {
    kind: t.Enum(['git', 'files']),
    tree: text(),
    /** The commit that what is kept of it comes on top of. */
    base: t.Optional(text()),
    pack_digest: t.Optional(digest()),
    bytes: t.Optional(count()),
  },
  'workspace.restored': {
    tree: text(),
    why: t.Enum(['undo', 'takeover', 'teleport']),
    /** Files that are not as the tree has them: somebody changed them since, or they could not be given back. */
    left: t.Optional(count()),
    by: t.Optional(t.Union([text(), t.Null()])),
  },
  /** How far another agent's file was when it was looked at. */
  'source.observed': {
    ...sourceFile,
    /** What in it ctx does not know: how many of a type, and the digest over all of them. */
    unknown: t.Optional(t.Array(t.Object({ type: text(), count: count(), digest: digest() }, closed))),
    /** What could be checked by the file itself: `held` of `of`. */
    checked: t.Optional(t.Array(t.Object({ what: text(), of: count(), held: count() }, closed))),
  },
  /** Something that a reader should know of the records it names. */
  finding: {
    code: t.String({ pattern: '^[a-z][a-z0-9_]*$' }),
    records: t.Array(count()),
    says: text(),
  },
  'session.resumed': resumed,
  /** `out`: the session goes on elsewhere, and here only after it came back in. */
  'session.moved': {
    way: t.Enum(['out', 'in']),
    /** The machine or remote on the other side, without credentials. */
    peer: text(),
    by: t.Optional(text()),
    /** The workspace that went with it. */
    tree: t.Optional(text()),
    /** Of the teleport; the record of the other side has the same. */
    ticket: t.Optional(text()),
    /** With `in`: a person took it back, and the other side was not there to say that it does not go on with it. */
    unanswered: t.Optional(t.Literal(true)),
  },
  /** Somebody took the session over; each claim has a higher epoch than the one before. */
  'session.claimed': { epoch: count(), owner: text() },
  'session.repaired': { after_seq: whole(-1), bytes_cut: count(), cut_sha256: digest() },
} as const;
