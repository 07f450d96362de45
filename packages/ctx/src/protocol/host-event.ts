// What a host tells of and how it can be answered, without anything of any host's own form.

export const eventKinds = [
  'session-start',
  'prompt',
  'before-tool',
  'after-tool',
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
}

export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The field of the input that says what the tool is about, where we know the tool. */
  readonly subject?: { readonly field: string; readonly kind: 'command' | 'path' };
}

export interface SessionStarted extends AnyEvent {
  readonly kind: 'session-start';
  /** `startup`, `resume`, `clear`, `compact` or what a later host may say. */
  readonly source: string;
}

export interface PromptGiven extends AnyEvent {
  readonly kind: 'prompt';
}

export interface ToolAsked extends AnyEvent {
  readonly kind: 'before-tool';
  readonly tool: ToolUse;
}

export interface ToolUsed extends AnyEvent {
  readonly kind: 'after-tool';
  readonly tool: ToolUse;
}

export interface Stopping extends AnyEvent {
  readonly kind: 'stop';
  /** The agent goes on only because a hook asked it to. */
  readonly again: boolean;
}

export interface SessionEnded extends AnyEvent {
  readonly kind: 'session-end';
  readonly reason: string;
}

export type HostEvent = SessionStarted | PromptGiven | ToolAsked | ToolUsed | Stopping | SessionEnded;

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
