// A client that watches a session: an editor, a terminal elsewhere. Each is told what happens in its own words, and can be asked.

import type { PermissionOption, SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Connection } from '../acp/connection.js';
import type { SessionRecord } from '../protocol/records.js';

/** One notification, made and not sent yet. */
export interface Notification {
  readonly method: string;
  readonly params: object;
}

export interface Viewer {
  readonly connection: Connection;
  /** Where they are, for the log; nothing where it is this machine's own editor. */
  readonly from: string | undefined;
  /** A ctx: it is told what came of a turn as a local command would say it. */
  readonly isCtx: boolean;
  /** A record, or what is only worth seeing. `isOwn`: what they asked for themselves. */
  take(event: object, isOwn: boolean): void;
  /** What they are told of a record that was written before they came. */
  past(record: SessionRecord): readonly Notification[];
  tell(update: SessionUpdate): void;
  /** What they call a call under way; nothing where there is none of that id. */
  wireId(call_id: string): string | undefined;
  /** Nothing of the turn waits any more. */
  flush(): void;
  /** Nothing more is told: what they were told before comes first. */
  hold(): void;
  release(): void;
}

/** A question as a client is asked it. */
export interface Asked {
  readonly toolCall: ToolCallUpdate;
  readonly options: PermissionOption[];
}

/** Keeps what happens while somebody is still told what happened. */
export function held(take: Viewer['take']): Pick<Viewer, 'take' | 'hold' | 'release'> {
  let waiting: { readonly event: object; readonly isOwn: boolean }[] | undefined;
  return {
    take(event, isOwn) {
      if (waiting === undefined) take(event, isOwn);
      else waiting.push({ event, isOwn });
    },
    hold() {
      waiting ??= [];
    },
    release() {
      const came = waiting ?? [];
      waiting = undefined;
      for (const { event, isOwn } of came) take(event, isOwn);
    },
  };
}
