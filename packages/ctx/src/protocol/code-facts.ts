// What failures of several codes, and whoever says them, call their facts.

/** `session` is the session's file, `name` what a shell calls it; `why` is what the model or the policy said, where it said something. */
export interface StoppedRun {
  readonly session: string;
  readonly name: string;
  readonly why?: string | undefined;
}

/** How a model of ctx's own failed: the kind of the last failure, and the status of the answer where there was one. */
export interface FailedModel {
  readonly failure?: string | undefined;
  readonly status?: number | undefined;
}

/** `unseen` where ctx cannot see from here whether the owner still runs. */
export interface HeldLock {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
  readonly lockFile: string;
  readonly unseen?: 'other_namespace' | 'other_host';
}

/** What somebody did to a session's file while it was written: its name leads nowhere, or elsewhere; it has other bytes. */
export type Tampering = 'removed' | 'replaced' | 'resized' | 'rewritten';

/** What a value in a document breaks. */
export type DocumentRule =
  | 'type'
  | 'one_of'
  | 'needs'
  | 'well_formed'
  | 'at_least'
  | 'at_most'
  | 'more_than'
  | 'items'
  | 'not_empty'
  | 'like'
  | 'other';

/** Why tools cannot be run in a sandbox here. */
export type SandboxCause =
  | 'missing'
  | 'too_old'
  | 'namespaces_off'
  | 'namespaces_used_up'
  | 'apparmor'
  | 'container'
  | 'capability'
  | 'no_filter'
  | 'platform'
  | 'processor'
  | 'nested_seatbelt'
  | 'nested_root'
  | 'inherited'
  | 'workspace_home'
  | 'workspace_system'
  | 'workspace_mount'
  | 'path_missing'
  | 'no_private_folder'
  | 'program';

/** What can stand in the way of a teleport. */
export const obstacleCodes = [
  'not_accepted',
  'other_format',
  'other_version',
  'model_unusable',
  'session_there',
  'session_elsewhere',
  'target_dirty',
  'target_diverged',
  'target_unusable',
  'disk_full',
  'leaves_root',
  'obeyed_files',
  'unmerged',
  'shallow',
  'sparse',
  'unnameable',
  'too_large',
] as const;

export interface Obstacle {
  readonly code: (typeof obstacleCodes)[number];
  /** What it is about: paths, a model, a version. */
  readonly about: readonly string[];
  /** How many more there are. */
  readonly more?: number;
  readonly reason?: string;
}
