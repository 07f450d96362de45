// The settings of the memory, their defaults, and the config file that `ctx init` writes.

export interface MemorySettings {
  /** Whether a new pad is encrypted. */
  readonly encrypted: boolean;
  /** Public keys beside the user's own that the pad is encrypted for. */
  readonly recipients: readonly string[];
  readonly history: HistoryLimits;
  readonly hooks: HookSettings;
  /** What a run is made with where nothing nearer names a model. */
  readonly run?: RunDefaults | undefined;
  readonly otel?: OtelSettings | undefined;
  /** Whether sessions are signed when they close; nothing where it does not say. */
  readonly sign?: boolean | undefined;
}

/** Where traces of runs go. */
export type OtelSettings = 'off' | { readonly endpoint: string; readonly content?: boolean | undefined };

/** An effort and an address belong to the model that they stand with. */
export interface RunDefaults {
  readonly model: string;
  readonly effort?: 'low' | 'medium' | 'high' | undefined;
  readonly base_url?: string | undefined;
}

/** The checks that hooks run, by the names that the config knows them by. */
export const checkNames = [
  'handover',
  'brief',
  'due-reminders',
  'memory-pressure',
  'context-full',
  'memory-stale',
  'policy',
  'touched',
  'commit-learnings',
  'new-dependencies',
  'open-tasks',
  'handover-unsaved',
  'claims',
  'transcript',
] as const;

export const blockingChecks = ['open-tasks', 'handover-unsaved'] as const;

/** Those, and the one that no config can switch off or reword. */
export type CheckName = (typeof checkNames)[number] | 'own-files';

/** What the hooks of hosts do in this project. */
export interface HookSettings {
  /** Names of checks that stay silent. */
  readonly off: readonly CheckName[];
  /** Other words for a check, by its name. */
  readonly words: Readonly<Partial<Record<string, string>>>;
  /** Rules for tools that must not run, and why, as in a session's policy: `Bash(git push *)`. */
  readonly deny: readonly DenyRule[];
  /** Checks that hold the agent back from stopping, once in a session. */
  readonly block: readonly CheckName[];
  /** Tokens that the model's context holds, where the host does not say so. */
  readonly contextWindow: number;
  /** Whether the person is told, when the agent stops, what it said that its log does not bear out. */
  readonly claims: boolean;
  /** Whether sessions of hosts are captured here, where the user's own config says nothing. */
  readonly capture: boolean;
}

export interface DenyRule {
  readonly rule: string;
  readonly because?: string | undefined;
}

export interface HistoryLimits {
  readonly snapshots: number;
  readonly days: number;
}

export const configName = 'config.yaml';

export const defaultSettings: MemorySettings = {
  encrypted: true,
  recipients: [],
  history: { snapshots: 20, days: 30 },
  hooks: { off: [], words: {}, deny: [], block: [], contextWindow: 200_000, claims: false, capture: true },
};

/** What `ctx init` writes, all of it commented out. */
export const configTemplate = `# Settings of ctx in this project. Under pad and hooks stand the defaults; run and otel are examples.
#
# pad:
#   encrypted: true        # false: a new pad is plain Markdown (scratchpad.md), which git ignores
#   recipients: []         # public age keys (age1…) of those who share the pad; your own is always added
#   history:
#     snapshots: 20        # how many earlier states of the pad \`ctx pad undo\` can reach
#     days: 30             # and for how long
#
# hooks:                   # what hosts are told of by \`ctx init --hooks\`; \`ctx docs hooks\` explains each
#   off: []                # names of checks that stay silent, as due-reminders
#   words: {}              # other words for a check, by its name
#   deny: []               # tools that must not run: "Bash(rm *)", or {rule: "Bash(git push *)", because: "a person pushes"}
#   block: []              # checks that keep the agent from stopping, once a session: open-tasks, handover-unsaved
#   claims: false          # true: when the agent stops, tell you what it said that its log does not bear out
#   context_window: 200000 # tokens, for hosts that do not say how large it is
#
# run:                     # the model for runs in this project, where neither --model nor CTX_MODEL names one
#   model: haiku           # PROVIDER/MODEL, or a part of the name that only one model has
#   effort: medium         # low, medium or high; goes with that model
#
# otel:                    # OpenTelemetry traces of runs in this project; everybody who runs one has to trust this
#   endpoint: http://127.0.0.1:4318
`;
