// Keeps the data true: one tab of a browser holds the server's stream and tells the others, because a browser has six
// connections for all of them. Whichever tab is left goes on when that one is closed.

import type { ServerEvent, SessionList } from '../../src/dashboard/api.js';
import { type Ask, Fault } from './ask.js';
import { type Connection, type Data, type Snapshot, takeEvent, takeList, takeSnapshot } from './data.js';
import { type Heard, readEvents } from './event-stream.js';

/** Between tabs of this page. */
type TabWord =
  | { readonly tab: 'event'; readonly heard: ServerEvent }
  | { readonly tab: 'connection'; readonly connection: Connection }
  | { readonly tab: 'who' }
  | { readonly tab: 'snapshot'; readonly snapshot: Snapshot; readonly connection: Connection };

/** The server says something every 15 seconds. */
const longestSilence = 40_000;
const shortestWait = 400;
const longestWait = 5_000;
/** What the first look shows; the rest follows. */
const firstRows = 200;

export function connect(ask: Ask, data: Data): () => void {
  const ended = new AbortController();
  const channel = new BroadcastChannel('ctx-events');
  const tell = (word: TabWord) => channel.postMessage(word);
  let holds = false;
  // A list that did not come is fetched again, also by a page that missed no event.
  let isBehind = true;
  const fetchList = () => {
    isBehind = true;
    loadList(data, listed).then(
      () => {
        isBehind = false;
      },
      () => {
        if (!ended.signal.aborted && data.connection.get().state === 'live')
          setTimeout(fetchList, longestWait);
      },
    );
  };
  const underWay = new Set<ServerEvent[]>();
  /** What is told while a list is on its way may be newer than the list, and is taken once more after it. */
  const listed = async (path: string) => {
    const meanwhile: ServerEvent[] = [];
    underWay.add(meanwhile);
    try {
      takeList(data, await ask.get<SessionList>(path));
      for (const heard of meanwhile) takeEvent(data, heard);
    } finally {
      underWay.delete(meanwhile);
    }
  };

  const take = (heard: ServerEvent) => {
    takeEvent(data, heard);
    if (heard.event === 'session' || heard.event === 'session.gone')
      for (const meanwhile of underWay) meanwhile.push(heard);
    if (heard.event === 'hello' && (isBehind || !heard.data.resumed)) fetchList();
    if (heard.event === 'sessions.complete' && !data.sessions.get().complete) fetchList();
  };
  const setConnection = (connection: Connection) => {
    data.connection.set(connection);
    if (holds) tell({ tab: 'connection', connection });
  };
  channel.onmessage = ({ data: word }: MessageEvent<TabWord>) => {
    if (holds) {
      if (word.tab !== 'who') return;
      const [status, live, questions] = [
        data.status.get(),
        [...data.live.get().values()],
        data.questions.get(),
      ];
      tell({ tab: 'snapshot', snapshot: { status, live, questions }, connection: data.connection.get() });
    } else if (word.tab === 'event') take(word.heard);
    else if (word.tab === 'connection') data.connection.set(word.connection);
    else if (word.tab === 'snapshot') {
      takeSnapshot(data, word.snapshot);
      data.connection.set(word.connection);
      if (!data.sessions.get().loaded) fetchList();
    }
  };

  const hold = async () => {
    holds = true;
    await holdStream({ ask, ended: ended.signal, setConnection, since: data.connection }, (heard) => {
      take(heard);
      tell({ tab: 'event', heard });
    });
  };
  tell({ tab: 'who' });
  // Without a lock (a page that is not on loopback) each tab has a stream of its own.
  const holding =
    navigator.locks === undefined
      ? hold()
      : navigator.locks.request('ctx-events', { signal: ended.signal }, hold);
  void Promise.resolve(holding).catch(() => {});
  return () => {
    ended.abort();
    channel.close();
  };
}

interface Holding {
  readonly ask: Ask;
  readonly ended: AbortSignal;
  readonly since: Data['connection'];
  setConnection(connection: Connection): void;
}

async function holdStream({ ask, ended, setConnection, since }: Holding, told: (heard: ServerEvent) => void) {
  let last: string | undefined;
  let wait = shortestWait;
  while (!ended.aborted) {
    const attempt = new AbortController();
    const silence = restartable(() => attempt.abort(), longestSilence);
    const giveUp = () => attempt.abort();
    ended.addEventListener('abort', giveUp);
    try {
      const headers = {
        accept: 'text/event-stream',
        ...(last === undefined ? {} : { 'last-event-id': last }),
      };
      const { body } = await ask.raw('/api/events', { headers, signal: attempt.signal });
      if (body === null) throw new TypeError('an answer without a body');
      const heard = ({ event, data, id }: Heard) => {
        last = id ?? last;
        wait = shortestWait;
        setConnection({ state: 'live' });
        told(serverEvent(event, data));
      };
      await readEvents(body, heard, silence.again);
    } catch (error) {
      if (error instanceof Fault && error.status === 401) {
        setConnection({ state: 'refused' });
        return;
      }
    } finally {
      silence.stop();
      ended.removeEventListener('abort', giveUp);
    }
    if (ended.aborted) return;
    const before = since.get();
    setConnection(before.state === 'lost' ? before : { state: 'lost', since: Date.now() });
    await untilWorthATry(wait, ended);
    wait = Math.min(longestWait, wait * 2);
  }
}

function serverEvent(event: string, data: string): ServerEvent {
  return JSON.parse(`{"event":${JSON.stringify(event)},"data":${data}}`);
}

/** What runs and what waits is told by the stream itself, which alone knows the order of things. */
async function loadList(data: Data, listed: (path: string) => Promise<void>): Promise<void> {
  if (!data.sessions.get().loaded) {
    await listed(`/api/sessions?limit=${firstRows}`);
    if (data.sessions.get().complete) return;
  }
  await listed('/api/sessions');
}

/** After a while, or as soon as somebody looks at the page again. */
function untilWorthATry(milliseconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    document.addEventListener('visibilitychange', done);
    ended.addEventListener('abort', done, { once: true });
  });
}

function restartable(ring: () => void, milliseconds: number) {
  let timer = setTimeout(ring, milliseconds);
  const stop = () => clearTimeout(timer);
  return {
    stop,
    again: () => {
      stop();
      timer = setTimeout(ring, milliseconds);
    },
  };
}
