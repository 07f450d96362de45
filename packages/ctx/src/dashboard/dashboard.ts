// What a server knows for its pages: the sessions that are shown, those that run, the questions that wait; and everything told as it happens.

import { join } from 'node:path';
import { fail } from '../protocol/codes.js';
import type { SessionsOfProject } from '../session/every-session.js';
import type { BrokenSession, LiveSession, SessionAnswer, SessionRow, Status } from './api.js';
import { type EventStream, eventStream, type Hello } from './event-stream.js';
import { type OpenQuestions, openQuestions, type RunLinks } from './open-questions.js';
import { runningSessions } from './running-sessions.js';
import { type Entry, type SessionIndex, sessionIndex } from './session-index.js';
import { newerThan, stories } from './stories.js';
import { type Watch, type WatchedFolder, watchFolder } from './watch-folder.js';

export interface DashboardOptions {
  readonly places: readonly SessionsOfProject[];
  readonly start: string;
  readonly now: () => number;
  /** Without what only the index knows. */
  readonly about: Omit<Status, 'start' | 'sessions'>;
  /** Running processes of ctx that said something. */
  readonly links: RunLinks;
  readonly watch?: Watch | undefined;
}

/** What a `SessionList` is made of; ten thousand rows are not all made at once. */
export interface ListedSessions {
  readonly total: number;
  readonly complete: boolean;
  readonly rows: Iterable<SessionRow | BrokenSession>;
}

export interface Dashboard {
  readonly events: EventStream;
  readonly questions: OpenQuestions;
  /** Counts up with every change. */
  readonly changes: number;
  /** Begins to read and to watch: once the server listens. */
  begin(): void;
  status(): Status;
  readonly hello: Hello;
  list(limit: number | undefined): Promise<ListedSessions>;
  running(): LiveSession[];
  /** Throws where there is none. */
  entry(key: string): Entry;
  entries(): Promise<readonly Entry[]>;
  session(key: string, since: number | undefined): Promise<SessionAnswer>;
  close(): void;
}

export function dashboard(options: DashboardOptions): Dashboard {
  const { places, start, now, about, links } = options;
  const watches: WatchedFolder[] = [];
  let index: SessionIndex | undefined;
  let changes = 0;

  const events = eventStream(start, (listeners) => links.pages(listeners));
  const told = stories();
  const running = runningSessions(indexNow, now, {
    row(row) {
      changes += 1;
      events.tell({ event: 'session', data: row });
    },
    live: (live) => events.tell({ event: 'live', data: live }),
    text: (key, delta) => events.tell({ event: 'text', data: { key, delta } }),
    ended: (key) => events.tell({ event: 'live', data: { key, ended: true } }),
    questionsChanged: (key) => questions.logged(key),
    interruptible: (key) => about.control && links.linked(index?.find(key)?.path ?? ''),
    waits: (key) => questions.waits(key),
  });
  const questions = openQuestions(links, about.control, {
    entryAt: (path) => index?.at(path),
    entry: (key) => index?.find(key),
    logged: (key) => running.questions(key),
    asked: (question) => {
      events.tell({ event: 'question', data: question });
      retell(question.key);
    },
    gone: ({ id, key }) => {
      events.tell({ event: 'question.gone', data: { id, key } });
      retell(key);
    },
    text: (entry, delta) => running.heard(entry.key, delta),
    linksChanged: (entry) => running.touched(entry),
  });

  function indexNow(): SessionIndex {
    if (index === undefined) throw new TypeError('the dashboard has not begun');
    return index;
  }
  /** A question changes how its session stands. */
  function retell(key: string): void {
    const entry = index?.find(key);
    if (entry !== undefined) events.tell({ event: 'session', data: running.rowOf(entry) });
  }
  function entry(key: string): Entry {
    const found = indexNow().find(key);
    if (found === undefined)
      throw fail('session_unknown', { operation: 'find', target: key, folder: places[0]?.folder ?? '' });
    return found;
  }
  /** As they are once somebody comes to them. */
  function* rowsOf(entries: readonly Entry[]): Generator<SessionRow | BrokenSession> {
    for (const each of entries) if (indexNow().find(each.key) === each) yield running.rowOf(each);
  }
  function runningNow(): LiveSession[] {
    return running.keys().flatMap((key) => running.live(key) ?? []);
  }
  function status(): Status {
    return { start, ...about, sessions: { total: index?.total ?? 0, read: index?.read ?? 0 } };
  }

  return {
    events,
    questions,
    get changes() {
      return changes;
    },
    begin() {
      const made = sessionIndex(places, {
        read: (each) => running.found(each),
        changed: (each) => running.touched(each),
        gone(key) {
          changes += 1;
          events.tell({ event: 'session.gone', data: { key } });
        },
      });
      index = made;
      for (const { folder } of places)
        watches.push(watchFolder(folder, (name) => made.look(folder, name), options.watch));
      void made.complete.then(() => events.tell({ event: 'sessions.complete', data: { total: made.total } }));
      watches.push(
        ...watchMemory(about.project, () => events.tell({ event: 'memory', data: {} }), options.watch),
      );
    },
    status,
    hello: (resumed) => [
      { event: 'hello', data: { status: status(), resumed } },
      ...(resumed ? [] : runningNow().map((data) => ({ event: 'live' as const, data }))),
      ...(resumed ? [] : questions.all().map((data) => ({ event: 'question' as const, data }))),
    ],
    async list(limit) {
      const made = indexNow();
      if (limit === undefined) await made.complete;
      const newest = made.newest(limit ?? Number.POSITIVE_INFINITY);
      return { total: made.total, complete: newest.length === made.total, rows: rowsOf(newest) };
    },
    running: runningNow,
    entry,
    async entries() {
      await indexNow().complete;
      return [...indexNow().entries()];
    },
    async session(key, since) {
      const found = entry(key);
      const story = await told.of(found);
      const row = running.rowOf(found);
      if (!row.readable)
        throw fail('session_broken', {
          operation: 'read',
          target: found.path,
          seq: 0,
          reason: 'record_malformed',
        });
      const live = running.live(key);
      return {
        row,
        story: since === undefined ? story : newerThan(story, since),
        ...(live !== undefined && { live }),
      };
    },
    close() {
      for (const each of watches) each.close();
      index?.close();
      running.close();
      told.close();
      events.close();
    },
  };
}

const memoryMs = 100;

function watchMemory(project: string, changed: () => void, watch: Watch | undefined): WatchedFolder[] {
  let timer: NodeJS.Timeout | undefined;
  const soon = (name: string | undefined) => {
    // Sessions have their own events; what ends so is on its way to another name.
    if (timer !== undefined || name === 'sessions' || name?.endsWith('.tmp') || name?.endsWith('.lock'))
      return;
    timer = setTimeout(() => {
      timer = undefined;
      changed();
    }, memoryMs);
    timer.unref();
  };
  const folders = [join(project, '.context'), join(project, '.context', 'handovers')];
  return folders.map((folder) => watchFolder(folder, soon, watch, true));
}
