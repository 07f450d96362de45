// The records of a session's log: one discriminated union, as types and as JSON Schemas. No I/O.

import * as t from 'typebox';

export const formatVersion = 1;
export const contractId = 'session/v1';
/** What the first record names as the one before it. */
export const genesis = `sha256:${'0'.repeat(64)}`;

const closed = { additionalProperties: false } as const;
const count = () => t.Integer({ minimum: 0 });
const digest = () => t.String({ pattern: '^sha256:[0-9a-f]{64}$' });
const text = () => t.String();
const json = () => t.Unknown();

export const stopReasons = [
  'completed',
  'timeout',
  'cancelled',
  'max_budget_reached',
  'max_turns_reached',
  'max_iterations_reached',
  'tool_denied',
  'content_filter',
  'length',
  'model_error',
  'output_invalid',
  'log_tampered',
] as const;

export type StopReason = (typeof stopReasons)[number];

/** `input_tokens` counts all of them; what a cache gave or took is among them. */
export const usage = t.Object(
  {
    input_tokens: count(),
    output_tokens: count(),
    cache_read_tokens: t.Optional(count()),
    cache_write_tokens: t.Optional(count()),
    /** The provider gave no figures that can be true, so these are made from the length of the texts. */
    estimated: t.Optional(t.Literal(true)),
  },
  closed,
);
export type Usage = t.Static<typeof usage>;

export const spent = t.Object(
  { input_tokens: count(), output_tokens: count(), cost_microusd: count() },
  closed,
);
export type Spent = t.Static<typeof spent>;

export const turnResult = t.Object(
  {
    turn: count(),
    prompt: text(),
    output: text(),
    /** The parsed value, where a structured output was asked for and fits its schema. */
    structured_output: t.Optional(json()),
    stop_reason: t.Enum([...stopReasons]),
    cancel_observed: t.Boolean(),
    matched_commands: t.Array(text()),
    matched_tools: t.Array(text()),
    permission_denials: t.Array(t.Object({ tool_name: text(), reason: text() }, closed)),
    usage: spent,
    model_calls: count(),
    tool_calls: count(),
    compaction_occurred: t.Boolean(),
    turns_dropped: count(),
  },
  closed,
);
export type TurnResult = t.Static<typeof turnResult>;

export const totals = t.Object(
  {
    turns: count(),
    model_calls: count(),
    tool_calls: count(),
    input_tokens: count(),
    output_tokens: count(),
    cost_microusd: count(),
  },
  closed,
);
export type Totals = t.Static<typeof totals>;

/** Deny always wins; with any allow rule, the rest is denied. Nobody is there to be asked, so `ask` denies, too. */
export const policy = t.Object(
  {
    allow: t.Array(text()),
    deny: t.Array(text()),
    ask: t.Optional(t.Array(text())),
    on_deny: t.Enum(['tell', 'stop']),
    /** The profile whose rules are among these. */
    profile: t.Optional(t.Enum(['read-only', 'edit', 'full'])),
  },
  closed,
);
export type Policy = t.Static<typeof policy>;

/** Absent is unlimited, except for the model calls of a turn. Money is whole micro-dollars. */
export const budget = t.Object(
  {
    max_turns: t.Optional(count()),
    max_model_calls_per_turn: t.Integer({ minimum: 1 }),
    max_tool_calls: t.Optional(count()),
    max_tokens: t.Optional(count()),
    max_microusd: t.Optional(count()),
    max_wall_ms: t.Optional(count()),
    context_tokens: t.Optional(t.Integer({ minimum: 1 })),
  },
  closed,
);
export type Budget = t.Static<typeof budget>;

const rates = {
  input: count(),
  output: count(),
  /** Input that comes out of the provider's cache, or goes into it; as other input, where nothing is said. */
  cache_read: t.Optional(count()),
  cache_write: t.Optional(count()),
};

/** Whole micro-dollars a million tokens. */
export const price = t.Object(
  {
    ...rates,
    /** The rates of a call whose input has more tokens than `above`. */
    long: t.Optional(t.Object({ above: count(), ...rates }, closed)),
    /** The day that the figures are of. */
    as_of: t.Optional(text()),
  },
  closed,
);
export type Price = t.Static<typeof price>;

/** What a person said of the sandbox; `off` is none, and what is not said is as by default. */
export const sandboxSettings = t.Union([
  t.Enum(['on', 'off']),
  t.Object(
    {
      network: t.Optional(t.Union([t.Enum(['none', 'open']), t.Array(text())])),
      hide: t.Optional(t.Array(text())),
      /** Relative to the project's root, or from the home folder. */
      read: t.Optional(t.Array(text())),
      write: t.Optional(t.Array(text())),
      unix_sockets: t.Optional(t.Boolean()),
      nested: t.Optional(t.Boolean()),
      backend: t.Optional(t.Enum(['bwrap', 'seatbelt'])),
    },
    closed,
  ),
]);
export type SandboxSettings = t.Static<typeof sandboxSettings>;

/** Everything that decides how a run goes. Resume takes it from the log, not from a file that may have changed. */
export const runSettings = t.Object(
  {
    model: text(),
    /** Digest of the script's bytes, for a scripted model. */
    script_digest: t.Optional(digest()),
    /** The last record of the session whose answers are the model. */
    recording_head: t.Optional(digest()),
    /** The root of the provider's API, where a flag or a config names it. */
    base_url: t.Optional(text()),
    /** What the model costs, where a config says so. */
    price: t.Optional(price),
    system: t.Optional(text()),
    /** Relative to the project's root. */
    workspace: text(),
    /** Protected paths that the tools may write to all the same. */
    open_paths: t.Optional(t.Array(text())),
    /** The workspace is copied first, once a session, and the copy is worked in. */
    scratch: t.Optional(t.Literal(true)),
    /** Files that name MCP servers, relative to the project's root. */
    mcp: t.Optional(t.Array(text())),
    /** Absent: none for a script or a recording, the default rules for every other model. */
    sandbox: t.Optional(sandboxSettings),
    policy,
    budget,
    temperature: t.Optional(t.Number()),
    seed: t.Optional(t.Integer()),
    max_output_tokens: t.Optional(count()),
    structured_output: t.Optional(json()),
    /** How many matched commands and tools a turn's result names. */
    match_limit: count(),
  },
  closed,
);
export type RunSettings = t.Static<typeof runSettings>;

export const plannedRun = t.Object(
  {
    run_id: text(),
    prompts: t.Array(text(), { minItems: 1 }),
    settings: runSettings,
    /** The run whose conversation this one goes on with. */
    continues: t.Optional(text()),
  },
  closed,
);
export type PlannedRun = t.Static<typeof plannedRun>;

const source = t.Enum(['recorded', 'scripted', 'live', 'deterministic']);

export const captureManifest = t.Object({ model: source, tools: source, clock: source, ids: source }, closed);
export type CaptureManifest = t.Static<typeof captureManifest>;

/** Of a tool of an MCP server, all that a replay needs to know without the server. */
export const poolEntry = t.Object(
  {
    name: text(),
    schema_digest: digest(),
    server: t.Optional(text()),
    read_only: t.Optional(t.Literal(true)),
    tokens: t.Optional(count()),
  },
  closed,
);
export type PoolEntry = t.Static<typeof poolEntry>;

/** How an MCP server was when the run was opened. */
const serverState = t.Object(
  { server: text(), state: t.Enum(['ready', 'failed']), tools: count(), reason: t.Optional(text()) },
  closed,
);
export type ServerState = t.Static<typeof serverState>;

/** How a run was fenced in. A member is there where something of its kind was in force or was used. */
export const fence = t.Object(
  {
    /** The profile whose rules are among those of the settings' policy. */
    profile: t.Optional(t.Enum(['read-only', 'edit', 'full'])),
    /** Digest of the canonical policy that was in force. */
    policy_digest: t.Optional(digest()),
    /** `none` is a run without a sandbox. In deterministic mode there is no version and no plan. */
    sandbox: t.Optional(
      t.Object(
        {
          backend: text(),
          version: t.Optional(text()),
          /** Hosts that may be reached, `none` or `open`. */
          network: t.Union([t.Enum(['none', 'open']), t.Array(text())]),
          plan_digest: t.Optional(digest()),
        },
        closed,
      ),
    ),
    /** What of the project ran or spoke because a person had trusted it: its path in the project and its digest. */
    trusted: t.Optional(t.Array(t.Object({ path: text(), digest: digest() }, closed))),
    /** Protected paths that the config opened to the tools. */
    open_paths: t.Optional(t.Array(text())),
  },
  closed,
);
export type Fence = t.Static<typeof fence>;

/** What the provider wants back with the part in the next request: opaque, and as it came. */
const providerData = { provider_data: t.Optional(json()) };

export const modelPart = t.Union([
  t.Object({ type: t.Literal('text'), text: text(), ...providerData }, closed),
  t.Object({ type: t.Literal('reasoning'), text: text(), ...providerData }, closed),
  t.Object(
    { type: t.Literal('tool_call'), call_id: text(), tool: text(), input: json(), ...providerData },
    closed,
  ),
  /** A call whose input was not JSON: kept as it came. */
  t.Object(
    { type: t.Literal('malformed_call'), call_id: text(), tool: text(), input_text: text(), ...providerData },
    closed,
  ),
]);
export type ModelPart = t.Static<typeof modelPart>;

const finishes = ['stop', 'tool_calls', 'length', 'content_filter'] as const;
export type Finish = (typeof finishes)[number];

const failureKinds = ['status', 'network', 'cut_off', 'malformed', 'refused', 'script'] as const;
export type ModelFailureKind = (typeof failureKinds)[number];

/** A message of a request, by the record that it came from, so that nothing is stored twice. */
const messageRef = t.Object({ role: t.Enum(['user', 'assistant', 'tool']), from: t.Array(count()) }, closed);

const bodies = {
  'session.opened': {
    format: count(),
    contract: text(),
    session_id: text(),
    runs: t.Array(plannedRun),
    /** The session that this one was replayed from, and its last record's hash. */
    parent: t.Optional(t.Object({ session_id: text(), head: digest() }, closed)),
  },
  'session.appended': { runs: t.Array(plannedRun) },
  'run.opened': {
    run_id: text(),
    settings: runSettings,
    pool: t.Array(poolEntry),
    capture: captureManifest,
    /** Its MCP servers, where it has any. */
    servers: t.Optional(t.Array(serverState)),
    fence: t.Optional(fence),
    /** What is known of the model besides its name: budgets and compaction follow from it, so a replay needs it. */
    price: t.Optional(price),
    context_tokens: t.Optional(count()),
    /** The run whose conversation this one continues. */
    continues: t.Optional(text()),
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
    request_digest: digest(),
    kept: count(),
    messages: t.Array(messageRef),
  },
  'model.responded': {
    call: count(),
    content: t.Array(modelPart),
    finish: t.Enum([...finishes]),
    usage,
    cost_microusd: count(),
    /** What the provider itself calls the answer, and the model that gave it. */
    response_id: t.Optional(text()),
    response_model: t.Optional(text()),
    /** Settings that the provider could not follow. */
    warnings: t.Optional(t.Array(text())),
  },
  'model.failed': {
    call: count(),
    attempt: count(),
    failure: t.Enum([...failureKinds]),
    status: t.Optional(count()),
    retry_after_ms: t.Optional(count()),
    will_retry: t.Boolean(),
    message: text(),
  },
  'output.rejected': { call: count(), reasons: t.Array(text()), will_repair: t.Boolean(), reply: text() },
  'tool.requested': { call_id: text(), tool: text(), input: json() },
  /** A connection that the network's rules refused while a call was under way, and how often it was tried. */
  'sandbox.denied': {
    call_id: text(),
    host: text(),
    port: count(),
    reason: t.Enum(['not_listed', 'private_address', 'unknown_name', 'not_understood']),
    times: count(),
  },
  /** Files that something outside obeys (hooks, a host's settings) and that a call brought into being. */
  'sandbox.noticed': { call_id: text(), appeared: t.Array(text()) },
  'tool.denied': { call_id: text(), tool: text(), input: json(), rule: text(), reason: text() },
  'tool.returned': {
    call_id: text(),
    tool: text(),
    output: text(),
    is_error: t.Boolean(),
    truncated: t.Optional(t.Object({ bytes_seen: count(), bytes_kept: count() }, closed)),
    /** The call was cut short (by a signal, a deadline, or a crash): its effects are unknown. */
    interrupted: t.Optional(t.Literal(true)),
    /** What the input led to (a link's target, say) is denied: the tool opened it and did nothing with it. */
    denied: t.Optional(t.Object({ rule: text(), reason: text() }, closed)),
  },
  'context.compacted': {
    messages_dropped: count(),
    turns_dropped: count(),
    /** Outputs of this turn's oldest tool calls that were replaced, and by what. */
    outputs_cleared: t.Array(t.Object({ from: count(), replacement: text() }, closed)),
    tokens_before: count(),
    tokens_after: count(),
  },
  'turn.interrupted': {
    /** `log`: somebody else touched the session's file. */
    cause: t.Enum(['timeout', 'signal', 'budget', 'log']),
    signal: t.Optional(text()),
    cancel_observed: t.Boolean(),
  },
  'turn.closed': { result: turnResult },
  'run.closed': { run_id: text(), stop_reason: t.Enum([...stopReasons]), totals },
  'session.resumed': {
    /** The last record before this one, and its hash. */
    from_seq: count(),
    from_hash: digest(),
    pid: t.Optional(count()),
    /** What the resumed run holds from here on: never looser than before. */
    settings: t.Optional(runSettings),
    /** Tools of the open run that are not there any more: their servers were not started again, or changed. */
    tools_missing: t.Optional(t.Array(text())),
  },
  'session.repaired': { after_seq: t.Integer({ minimum: -1 }), bytes_cut: count(), cut_sha256: digest() },
} as const;

export type RecordType = keyof typeof bodies;
export const recordTypes = Object.keys(bodies).filter((name): name is RecordType => name in bodies);

/** What a record of each type says, without its place in the chain. */
export type RecordBodies = { [K in RecordType]: t.Static<t.TObject<(typeof bodies)[K]>> };

interface Linked {
  readonly at: string;
  readonly hash: string;
  readonly prev: string;
  readonly seq: number;
  /** How many secrets were replaced in this record before it was hashed. */
  readonly redacted?: number;
}

export type RecordOf<K extends RecordType> = Linked & { readonly type: K } & RecordBodies[K];
export type SessionRecord = { [K in RecordType]: RecordOf<K> }[RecordType];

export function recordSchema(type: RecordType) {
  return t.Object(
    {
      at: t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
      hash: digest(),
      prev: digest(),
      seq: count(),
      type: t.Literal(type),
      redacted: t.Optional(t.Integer({ minimum: 1 })),
      ...bodies[type],
    },
    closed,
  );
}
