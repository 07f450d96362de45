// A session's story, fetched once and then kept up with while it goes on.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionAnswer } from '../../src/dashboard/api.js';
import type { Ask } from './ask.js';
import { useDashboard } from './dashboard.js';
import { type Follower, follow, type Known } from './follower.js';
import { mergedStory } from './merge-story.js';
import { sessionPath } from './route.js';
import { useStore } from './store.js';

/** Of one key for as long as it is used. */
export function useSession(key: string): Known<SessionAnswer> & { again(): void } {
  const { ask, data } = useDashboard();
  const [known, setKnown] = useState<Known<SessionAnswer>>({});
  const [tries, setTries] = useState(0);
  const live = useStore(data.live).get(key);
  const row = useStore(data.sessions).rows.get(key);
  const { state } = useStore(data.connection);
  const follower = useRef<Follower>(undefined);
  follower.current ??= follow((before) => newer(ask, key, before), setKnown);
  // A running session says its last record; any other, when its file changed.
  const version = `${live?.seq} ${row?.last_modified} ${row?.state} ${state === 'lost'} ${tries}`;
  useEffect(() => follower.current?.want(version), [version]);
  useEffect(() => () => follower.current?.end(), []);
  return { ...known, again: () => setTries((before) => before + 1) };
}

async function newer(ask: Ask, key: string, before: SessionAnswer | undefined): Promise<SessionAnswer> {
  const since = before === undefined ? '' : `?since=${before.story.head.seq}`;
  const fresh = await ask.get<SessionAnswer>(`/api${sessionPath(key)}${since}`);
  return before === undefined ? fresh : { ...fresh, story: mergedStory(before.story, fresh.story) };
}
