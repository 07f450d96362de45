// What the page knows of the server's sessions, kept true by what the server tells.

import type {
  BrokenSession,
  LiveSession,
  Question,
  ServerEvent,
  SessionList,
  SessionRow,
  Status,
} from '../../src/dashboard/api.js';
import { type Store, store } from './store.js';

export interface Sessions {
  readonly rows: ReadonlyMap<string, SessionRow>;
  readonly broken: ReadonlyMap<string, BrokenSession>;
  readonly total: number;
  readonly complete: boolean;
  /** Whether any list came yet. */
  readonly loaded: boolean;
}

export type Connection =
  | { readonly state: 'connecting' | 'live' | 'refused' }
  | { readonly state: 'lost'; readonly since: number };

export interface Data {
  readonly status: Store<Status | undefined>;
  readonly connection: Store<Connection>;
  readonly sessions: Store<Sessions>;
  readonly live: Store<ReadonlyMap<string, LiveSession>>;
  readonly questions: Store<readonly Question[]>;
  /** Goes up when a fleet changed. */
  readonly fleets: Store<number>;
  /** Goes up when the memory changed. */
  readonly memory: Store<number>;
}

/** What a tab that holds the stream tells one that was opened later. */
export interface Snapshot {
  readonly status: Status | undefined;
  readonly live: readonly LiveSession[];
  readonly questions: readonly Question[];
}

export function emptyData(): Data {
  return {
    status: store<Status | undefined>(undefined),
    connection: store<Connection>({ state: 'connecting' }),
    sessions: store<Sessions>({
      rows: new Map(),
      broken: new Map(),
      total: 0,
      complete: false,
      loaded: false,
    }),
    live: store<ReadonlyMap<string, LiveSession>>(new Map()),
    questions: store<readonly Question[]>([]),
    fleets: store(0),
    memory: store(0),
  };
}

/** Of what a model says just now, the end that is kept. */
const longestText = 20_000;

export function takeEvent(data: Data, { event, data: said }: ServerEvent): void {
  switch (event) {
    case 'hello':
      data.status.set(said.status);
      if (!said.resumed) {
        data.fleets.change((before) => before + 1);
        data.memory.change((before) => before + 1);
        data.live.set(new Map());
        data.questions.set([]);
      }
      return;
    case 'session':
      data.sessions.change((before) => withSession(before, said));
      return;
    case 'session.gone':
      data.sessions.change((before) => withoutSession(before, said.key));
      return;
    case 'sessions.complete':
      return;
    case 'live':
      if ('ended' in said) data.live.change((before) => without(before, said.key));
      else data.live.change((before) => new Map(before).set(said.key, said));
      return;
    case 'text':
      data.live.change((before) => withText(before, said.key, said.delta));
      return;
    case 'question':
      data.questions.change((before) => [...before.filter(({ id }) => id !== said.id), said]);
      return;
    case 'question.gone':
      data.questions.change((before) => before.filter(({ id }) => id !== said.id));
      return;
    case 'fleets':
      data.fleets.change((before) => before + 1);
      return;
    case 'memory':
      data.memory.change((before) => before + 1);
  }
}

export function takeList(data: Data, list: SessionList): void {
  data.sessions.change((before) => {
    const keep = list.complete ? undefined : before;
    return {
      rows: new Map([...(keep?.rows ?? []), ...list.sessions.map((row) => [row.key, row] as const)]),
      broken: new Map([...(keep?.broken ?? []), ...list.unreadable.map((row) => [row.key, row] as const)]),
      total: list.total,
      complete: list.complete,
      loaded: true,
    };
  });
}

export function takeSnapshot(data: Data, { status, live, questions }: Snapshot): void {
  if (status !== undefined) data.status.set(status);
  data.live.set(new Map(live.map((each) => [each.key, each])));
  data.questions.set(questions);
}

function withSession(before: Sessions, said: SessionRow | BrokenSession): Sessions {
  const isNew = !before.rows.has(said.key) && !before.broken.has(said.key);
  const total = before.total + (isNew && before.complete ? 1 : 0);
  return said.readable
    ? {
        ...before,
        total,
        rows: new Map(before.rows).set(said.key, said),
        broken: without(before.broken, said.key),
      }
    : {
        ...before,
        total,
        broken: new Map(before.broken).set(said.key, said),
        rows: without(before.rows, said.key),
      };
}

/** A list that is complete and does not have it counted without it. */
function withoutSession(before: Sessions, key: string): Sessions {
  const isKnown = before.rows.has(key) || before.broken.has(key);
  return {
    ...before,
    rows: without(before.rows, key),
    broken: without(before.broken, key),
    total: isKnown || !before.complete ? Math.max(0, before.total - 1) : before.total,
  };
}

function withText(before: ReadonlyMap<string, LiveSession>, key: string, delta: string) {
  const known = before.get(key);
  if (known === undefined) return before;
  return new Map(before).set(key, { ...known, text: `${known.text}${delta}`.slice(-longestText) });
}

function without<T>(before: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  if (!before.has(key)) return before;
  const rest = new Map(before);
  rest.delete(key);
  return rest;
}
