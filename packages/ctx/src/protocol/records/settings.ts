// Everything that decides how a run goes, as a config says it and as the log keeps it.

import * as t from 'typebox';
import { closed } from '../closed.js';
import { efforts } from '../efforts.js';
import { count, digest, id, json, text, whole, word } from './members.js';

/** Deny always wins; with any allow rule, the rest is denied. What `ask` is about is denied until somebody allows it. */
export const policy = t.Object(
  {
    allow: t.Array(text()),
    deny: t.Array(text()),
    ask: t.Optional(t.Array(text())),
    on_deny: t.Enum(['tell', 'stop']),
    /** The profile whose rules are among these. */
    profile: t.Optional(t.Enum(['read-only', 'edit', 'full'])),
    /** Nobody said anything: these are the rules of ctx itself for a run that somebody watches (`asks`), or nobody (`edits`). */
    default: t.Optional(t.Enum(['asks', 'edits'])),
  },
  closed,
);
export type Policy = t.Static<typeof policy>;

/** Absent is unlimited, except for the model calls of a turn. Money is whole micro-dollars. */
export const budget = t.Object(
  {
    max_turns: t.Optional(count()),
    max_model_calls_per_turn: whole(1),
    max_tool_calls: t.Optional(count()),
    max_tokens: t.Optional(count()),
    max_microusd: t.Optional(count()),
    max_wall_ms: t.Optional(count()),
    /** Of a driven agent: how long nothing may be heard of it. */
    idle_ms: t.Optional(whole(1)),
    context_tokens: t.Optional(whole(1)),
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
      backend: t.Optional(word('bwrap', 'seatbelt')),
    },
    closed,
  ),
]);
export type SandboxSettings = t.Static<typeof sandboxSettings>;

export const effort = word(...efforts);

/** Another agent that conducts a run: a host by its name, or any program that speaks a protocol. */
export const drivenAgent = t.Union([
  text(),
  t.Object({ name: text(), command: t.Array(text(), { minItems: 1 }), protocol: t.Literal('acp') }, closed),
]);

/** Everything that decides how a run goes. Resume takes it from the log, not from a file that may have changed. */
export const runSettings = t.Object(
  {
    /** What the model is called; `unknown` where another agent has its own and does not say. */
    model: text(),
    /** Absent: the loop of ctx itself. */
    agent: t.Optional(drivenAgent),
    /** The run is refused where that agent does not ask about each of its calls. */
    strict: t.Optional(t.Literal(true)),
    /** Nobody named it for this run: it is what CTX_MODEL, the project's config or the user's says. */
    model_from: t.Optional(t.Enum(['environment', 'project', 'user'])),
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
    seed: t.Optional(whole(Number.MIN_SAFE_INTEGER)),
    max_output_tokens: t.Optional(count()),
    /** How much the model should think, as its provider understands it. */
    effort: t.Optional(effort),
    structured_output: t.Optional(json()),
    /** How many matched commands and tools a turn's result names. */
    match_limit: count(),
  },
  closed,
);
export type RunSettings = t.Static<typeof runSettings>;

export const plannedRun = t.Object(
  {
    run_id: id(),
    /** A turn each. None: nobody knew them beforehand. */
    prompts: t.Array(text()),
    settings: runSettings,
    /** The run whose conversation this one goes on with. */
    continues: t.Optional(id()),
    /** Its first prompt is the one that the run before it did not come to an end with: that turn goes on. */
    reopens: t.Optional(t.Literal(true)),
  },
  closed,
);
export type PlannedRun = t.Static<typeof plannedRun>;
