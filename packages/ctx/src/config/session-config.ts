// The config of a session, as people write it in session.yaml.

import * as t from 'typebox';
import { otelConfig } from '../memory/otel-config.js';
import { profileNames } from '../policy/profiles.js';
import { protectedPaths } from '../policy/protected-paths.js';
import { closed } from '../protocol/closed.js';
import { efforts } from '../protocol/efforts.js';
import { id } from '../protocol/records/members.js';

const positive = (description: string) => t.Integer({ minimum: 1, description });
/** Every prompt of a session stands in its first record. */
export const mostTurns = 10_000;

const policy = t.Object(
  {
    allow: t.Optional(
      t.Array(t.String({ minLength: 1 }), { description: 'with any rule here, the rest is denied' }),
    ),
    deny: t.Optional(t.Array(t.String({ minLength: 1 }), { description: 'deny always wins' })),
    ask: t.Optional(
      t.Array(t.String({ minLength: 1 }), {
        description: 'calls that ask first; denied if nobody can be asked',
      }),
    ),
    profile: t.Optional(
      t.Enum(profileNames, {
        description:
          'read-only, edit or full; default: edit, but none with an allow rule and for scripts and replays',
      }),
    ),
    on_deny: t.Optional(t.Enum(['tell', 'stop'], { description: 'tell the model, or stop the run' })),
  },
  { ...closed, description: 'tool names with globs, and patterns on their input: bash(git *)' },
);

const paths = (description: string) => t.Optional(t.Array(t.String({ minLength: 1 }), { description }));

const sandbox = t.Union(
  [
    t.Enum(['on', 'off']),
    t.Object(
      {
        network: t.Optional(
          t.Union([t.Enum(['none', 'open']), t.Array(t.String({ minLength: 1 }))], {
            description: 'none (the default), open, or the hosts that commands may reach over HTTP and HTTPS',
          }),
        ),
        hide: paths('paths and patterns below the workspace that no tool may see'),
        read: paths('more folders and files that commands may see, relative to this config'),
        write: paths('folders outside of the workspace that commands may change, relative to this config'),
        unix_sockets: t.Optional(t.Boolean({ description: 'default: true, or false with an open network' })),
        nested: t.Optional(
          t.Boolean({ description: 'let programs inside create their own sandboxes; not as root' }),
        ),
        backend: t.Optional(t.Enum(['bwrap', 'seatbelt'])),
      },
      closed,
    ),
  ],
  {
    description:
      'how the system confines what tools start; default: on, except for script: and replay: models',
  },
);

const told = (description: string) => t.Optional(t.Boolean({ description }));

export const context = t.Union(
  [
    t.Literal('none'),
    t.Object(
      {
        system: told('the system prompt of ctx; `system`, if set, replaces it'),
        environment: told('folder, platform, date, git branch and state'),
        instructions: told('AGENTS.md and CLAUDE.md, from the workspace up to the project’s folder'),
        brief: told('the brief of the project’s memory'),
        skills: told('the list of the project’s skills'),
        max_tokens: t.Optional(positive('of AGENTS.md and CLAUDE.md together; 8000 unless said')),
      },
      closed,
    ),
  ],
  {
    description:
      'what the model gets before the task; default: all of it, or none for script: and replay: models and in deterministic mode',
  },
);

const budget = t.Object(
  {
    max_turns: t.Optional(positive('most turns of a run')),
    max_model_calls_per_turn: t.Optional(positive('most model calls in one turn; default: 25')),
    max_tool_calls: t.Optional(t.Integer({ minimum: 0, description: 'most tool calls of a run' })),
    max_tokens: t.Optional(positive('most tokens of a run, input and output')),
    max_usd: t.Optional(t.Number({ minimum: 0, description: 'most US dollars that a run may cost' })),
    timeout_seconds: t.Optional(t.Number({ exclusiveMinimum: 0, description: 'time limit of a run' })),
    idle_seconds: t.Optional(
      t.Number({
        exclusiveMinimum: 0,
        description: 'end an agent that is silent for this long; default: 600',
      }),
    ),
    context_tokens: t.Optional(positive('compact the conversation above this size')),
  },
  closed,
);

const price = t.Object(
  {
    input_usd_per_mtok: t.Number({ minimum: 0 }),
    output_usd_per_mtok: t.Number({ minimum: 0 }),
    cache_read_usd_per_mtok: t.Optional(t.Number({ minimum: 0 })),
    cache_write_usd_per_mtok: t.Optional(t.Number({ minimum: 0 })),
  },
  { ...closed, description: 'what the model costs, if ctx does not know its price or you pay another one' },
);

const agent = t.Union(
  [
    t.String({ minLength: 1 }),
    t.Object(
      {
        name: t.Optional(t.String({ pattern: '^[a-z][a-z0-9_-]{0,40}$' })),
        command: t.Array(t.String({ minLength: 1 }), {
          minItems: 1,
          description: 'the program and its arguments; you have to trust it first',
        }),
        protocol: t.Literal('acp'),
      },
      closed,
    ),
  ],
  {
    description:
      'the agent that does the work instead of ctx: claude-code, codex, gemini, copilot, qwen, opencode, or a program that speaks ACP',
  },
);

/** What a session sets for all its runs, and each run may set for itself. */
export const settings = {
  agent: t.Optional(agent),
  strict: t.Optional(
    t.Boolean({ description: 'refuse to start an agent that does not ask ctx about each of its calls' }),
  ),
  model: t.Optional(
    t.String({
      minLength: 1,
      description:
        'PROVIDER/MODEL, script:FILE, script:echo or replay:SESSION; files are relative to this config',
    }),
  ),
  base_url: t.Optional(
    t.String({ minLength: 1, description: 'the root of the provider’s API: http://127.0.0.1:8000/v1' }),
  ),
  price: t.Optional(price),
  system: t.Optional(t.String()),
  context: t.Optional(context),
  workspace: t.Optional(
    t.String({ minLength: 1, description: 'a folder, relative to this config; default: .' }),
  ),
  scratch: t.Optional(
    t.Boolean({
      description: 'work in a copy of the workspace under .context/scratch, and leave the workspace alone',
    }),
  ),
  mcp: t.Optional(
    t.Union([t.String({ minLength: 1 }), t.Array(t.String({ minLength: 1 }))], {
      description:
        'files that name MCP servers, relative to this config; default: the project’s .mcp.json; [] means none',
    }),
  ),
  sandbox: t.Optional(sandbox),
  policy: t.Optional(policy),
  open_paths: t.Optional(
    t.Array(t.Enum(protectedPaths), {
      description: 'protected paths that the file tools may write to',
    }),
  ),
  budget: t.Optional(budget),
  temperature: t.Optional(t.Number({ minimum: 0 })),
  seed: t.Optional(t.Integer()),
  max_output_tokens: t.Optional(positive('of one model call')),
  effort: t.Optional(
    t.Enum([...efforts], {
      description: 'how much the model should think; default: as its provider decides',
    }),
  ),
  structured_output: t.Optional(
    t.String({ description: 'a JSON Schema file that the last answer must fit' }),
  ),
};

export const runConfig = t.Object(
  {
    run_id: id(),
    task: t.String({ minLength: 1, description: 'the first prompt' }),
    continuation: t.Optional(
      t.Union(
        [t.String({ minLength: 1 }), t.Array(t.String({ minLength: 1 }), { maxItems: mostTurns - 1 })],
        {
          description: 'the prompts after the task, each sent once, in order, verbatim',
        },
      ),
    ),
    ...settings,
  },
  closed,
);

const approve = t.Object(
  {
    command: t.String({ minLength: 1, description: 'a line for the shell, run in the project’s root' }),
    timeout_seconds: t.Optional(t.Number({ exclusiveMinimum: 0, description: 'default: 60' })),
  },
  {
    ...closed,
    description: 'a program that answers questions about calls for you; you have to trust it first',
  },
);

export const sessionConfig = t.Object(
  {
    session_id: t.Optional(id()),
    approve: t.Optional(approve),
    otel: t.Optional(otelConfig),
    sign: t.Optional(
      t.Boolean({ description: 'sign the session with your SSH key when it closes; `ctx docs evidence`' }),
    ),
    ...settings,
    runs: t.Array(runConfig, { minItems: 1 }),
  },
  closed,
);

export type SessionConfig = t.Static<typeof sessionConfig>;
export type RunConfig = t.Static<typeof runConfig>;
export type Settings = Omit<RunConfig, 'run_id' | 'task' | 'continuation'>;
