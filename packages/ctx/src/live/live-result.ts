// What a trial of a host showed, check by check.

export const liveChecks = ['started', 'context', 'deny', 'subagent', 'capture'] as const;

export type LiveCheck = (typeof liveChecks)[number];

/** `not_offered`: the host gave its model no subagents. */
export const liveStates = ['held', 'broken', 'not_offered'] as const;

export interface CheckResult {
  readonly check: LiveCheck;
  readonly state: (typeof liveStates)[number];
  /** What was seen, where it is not simply so. */
  readonly says?: string | undefined;
}

export interface LiveResult {
  readonly host: string;
  /** As the host's program says it. */
  readonly version: string;
  readonly program: string;
  readonly scope: 'user' | 'project' | 'local';
  readonly ctx_version: string;
  readonly at: string;
  readonly seconds: number;
  readonly sound: boolean;
  readonly checks: readonly CheckResult[];
}
