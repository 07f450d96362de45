// What a host tells of and how it can be answered, without anything of any host's own form.

export const eventKinds = [
  'session-start',
  'prompt',
  'before-tool',
  'permission',
  'after-tool',
  'compacting',
  'subagent-start',
  'subagent-stop',
  'stop',
  'session-end',
] as const;

export type EventKind = (typeof eventKinds)[number];

interface AnyEvent {
  /** The host's own id of the session, where it gave one. */
  readonly session: string | undefined;
  /** The host's own record of the session. */
  readonly transcript: string | undefined;
  /** The folder that the host works in, where it said so. */
  readonly folder: string | undefined;
  /** Where it happened in a subagent: what the host calls it. */
  readonly agent?: string | undefined;
  /** Where that subagent was started by another one: what the host calls that. */
  readonly startedBy?: string | undefined;
  /** The host gives subagents sessions of their own: which one they belong to is told when they start. */
  readonly agentsOwnSession?: boolean | undefined;
  /** The model, where the host names it. */
  readonly model?: string | undefined;
}

export interface ToolUse {
  /** The host's own name of it. */
  readonly name: string;
  /** What Claude Code calls such a tool, where we know it: rules and checks know that name in every host. */
  readonly as: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The field of the input that says what the tool is about, where we know the tool. */
  readonly subject?: { readonly field: string; readonly kind: 'command' | 'path' };
  /** What the host calls this call; not every host says it. */
  readonly callId?: string | undefined;
}

export interface SessionStarted extends AnyEvent {
  readonly kind: 'session-start';
  /** `startup`, `resume`, `clear`, `compact` or what a later host may say. */
  readonly source: string;
}

export interface PromptGiven extends AnyEvent {
  readonly kind: 'prompt';
  readonly prompt: string;
  /** The model is asked once more about the same prompt, as some hosts tell of it. */
  readonly again: boolean;
}

export interface ToolAsked extends AnyEvent {
  readonly kind: 'before-tool';
  readonly tool: ToolUse;
}

/** The host asks a person about a call. */
export interface PermissionAsked extends AnyEvent {
  readonly kind: 'permission';
  readonly tool: ToolUse;
}

export interface ToolUsed extends AnyEvent {
  readonly kind: 'after-tool';
  readonly tool: ToolUse;
  readonly output: unknown;
  readonly failed: boolean;
}

export interface Compacting extends AnyEvent {
  readonly kind: 'compacting';
}

export interface SubagentEvent extends AnyEvent {
  readonly kind: 'subagent-start' | 'subagent-stop';
  readonly output?: string | undefined;
}

export interface Stopping extends AnyEvent {
  readonly kind: 'stop';
  /** The agent goes on only because a hook asked it to. */
  readonly again: boolean;
  /** The last answer, where the host says it. */
  readonly output?: string | undefined;
}

export interface SessionEnded extends AnyEvent {
  readonly kind: 'session-end';
  readonly reason: string;
}

export type HostEvent =
  | SessionStarted
  | PromptGiven
  | ToolAsked
  | PermissionAsked
  | ToolUsed
  | Compacting
  | SubagentEvent
  | Stopping
  | SessionEnded;

export type EventOf<K extends EventKind> = Extract<HostEvent, { readonly kind: K }>;

/** Nothing in it is an answer, too: most events need none. */
export interface HostReply {
  /** For the model. */
  readonly context?: string;
  /** For the person. */
  readonly message?: string;
  /** Why the tool must not run, or why the agent must not stop yet. */
  readonly refusal?: string;
}

/** How full the model's context is, as the host's own record says. */
export interface ContextUse {
  readonly used: number;
  /** Not every host writes it down. */
  readonly window: number | undefined;
}
