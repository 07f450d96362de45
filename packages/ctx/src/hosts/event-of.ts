// An event in the words that all hosts share. A host says where it keeps what belongs into one; which event has what is the same for all.

import type { EventKind, HostEvent, ToolUse } from '../protocol/host-event.js';

export interface SaidOfAll {
  readonly session: string | undefined;
  readonly transcript: string | undefined;
  readonly folder: string | undefined;
  readonly agent: string | undefined;
  readonly startedBy?: string | undefined;
  readonly agentsOwnSession?: boolean | undefined;
  readonly model?: string | undefined;
}

/** What only some events have; a host leaves out what it never says. */
export interface SaidOfSome {
  readonly source?: string | undefined;
  readonly prompt?: string | undefined;
  /** The agent goes on only because a hook asked it to. */
  readonly again?: boolean;
  /** The agent's last words. */
  readonly output?: string | undefined;
  readonly reason?: string | undefined;
  tool(): ToolUse;
  result(): { readonly failed: boolean; readonly output: unknown };
}

export function eventOf(kind: EventKind, all: SaidOfAll, some: SaidOfSome): HostEvent {
  switch (kind) {
    case 'session-start':
      return { ...all, kind, source: some.source ?? 'startup' };
    case 'prompt':
      return { ...all, kind, prompt: some.prompt ?? '', again: false };
    case 'before-tool':
    case 'permission':
      return { ...all, kind, tool: some.tool() };
    case 'after-tool':
      return { ...all, kind, tool: some.tool(), ...some.result() };
    case 'compacting':
      return { ...all, kind };
    case 'subagent-start':
    case 'subagent-stop':
      return { ...all, kind, output: some.output };
    case 'stop':
      return { ...all, kind, again: some.again === true, output: some.output };
    case 'session-end':
      return { ...all, kind, reason: some.reason ?? 'other' };
  }
}
