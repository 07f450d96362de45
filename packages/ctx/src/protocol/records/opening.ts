// What a run says of itself when it is opened: who acts, how we know, what it was told, how it was fenced in.

import * as t from 'typebox';
import { closed } from '../closed.js';
import { count, digest, id, text, word } from './members.js';

/**
 * Where the answers, the results, the times and the ids came from. `driven`: another agent did it while ctx conducted it;
 * `captured`: another agent did it, and its hooks told ctx; `imported`: read from what another agent had written.
 */
const captureSources = [
  'recorded',
  'scripted',
  'live',
  'deterministic',
  'driven',
  'captured',
  'imported',
] as const;
export const captureSource = t.Enum(captureSources);
export type CaptureSource = (typeof captureSources)[number];

export const captureManifest = t.Object(
  { model: captureSource, tools: captureSource, clock: captureSource, ids: captureSource },
  closed,
);
export type CaptureManifest = t.Static<typeof captureManifest>;

/** Who acted: `ctx` is our own loop. In deterministic mode there is no version. */
export const agent = t.Object(
  {
    name: text(),
    version: t.Optional(text()),
    /** How ctx heard of what it did; not there for our own loop. */
    protocol: t.Optional(word('acp', 'json', 'hooks', 'transcript')),
    /** Where an agent that ctx drove worked, as it calls it: the paths of its calls are judged relative to it. */
    folder: t.Optional(text()),
    /** What it calls its own session. */
    session_id: t.Optional(text()),
    /** It had that session already, in an earlier run, and took it up again. */
    resumed: t.Optional(t.Literal(true)),
  },
  closed,
);
export type Agent = t.Static<typeof agent>;

/** The run that a run was started by, and the call that started it, where that is known. */
export const parentRun = t.Object({ run_id: id(), call_id: t.Optional(text()) }, closed);

/** A piece of what the model was told before the task; its text is in the settings' system prompt. */
export const contextPiece = t.Object(
  {
    kind: word('system', 'environment', 'instructions', 'brief', 'skills', 'other'),
    /** A path in the project, or what ctx itself calls it. */
    source: text(),
    digest: digest(),
    tokens: count(),
    version: t.Optional(text()),
    /** It did not fit whole. */
    clipped: t.Optional(t.Literal(true)),
  },
  closed,
);
export type ContextPiece = t.Static<typeof contextPiece>;

/** A file of another agent, as far as it was read: `digest` is over its bytes from `from` to `size`. */
export const sourceFile = {
  /** What the session calls it. */
  source: text(),
  kind: word('transcript', 'subagent', 'state', 'settings', 'wire'),
  from: t.Optional(count()),
  size: count(),
  digest: digest(),
};

/** What of a session was not written while it happened, or not by ctx. */
export const origin = t.Object(
  {
    kind: t.Enum(['captured', 'imported']),
    agent,
    /** What the agent itself calls the session. */
    session_id: t.Optional(text()),
    sources: t.Array(t.Object(sourceFile, closed)),
  },
  closed,
);
export type Origin = t.Static<typeof origin>;

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
export const serverState = t.Object(
  {
    server: text(),
    state: t.Enum(['ready', 'failed']),
    tools: count(),
    reason: t.Optional(text()),
    /** A program that ran outside of the run's sandbox, because a person trusts it there. */
    outside: t.Optional(t.Literal(true)),
  },
  closed,
);
export type ServerState = t.Static<typeof serverState>;

/** Whether another agent asks ctx before a call, its hooks do, or nobody does. */
export const enforcedBy = t.Enum(['asked', 'hook', 'none']);

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
    /** Of another agent: who decides on its calls. `tool` is a name, or a pattern with a star; the first that fits counts. */
    enforcement: t.Optional(t.Array(t.Object({ tool: text(), by: enforcedBy }, closed))),
  },
  closed,
);
export type Fence = t.Static<typeof fence>;
