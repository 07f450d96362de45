// The settings of the memory, their defaults, and the config file that `ctx init` writes.

export interface MemorySettings {
  /** Whether a new pad is encrypted. */
  readonly encrypted: boolean;
  /** Public keys beside the user's own that the pad is encrypted for. */
  readonly recipients: readonly string[];
  readonly history: HistoryLimits;
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
};

/** What `ctx init` writes: every setting with its default, commented out. */
export const configTemplate = `# Settings of this project's memory. What is commented out is the default.
#
# pad:
#   encrypted: true        # false: a new pad is plain Markdown (scratchpad.md), which git ignores
#   recipients: []         # public age keys (age1…) of those who share the pad; your own is always added
#   history:
#     snapshots: 20        # how many earlier states of the pad \`ctx pad undo\` can reach
#     days: 30             # and for how long
`;
