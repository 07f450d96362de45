// A session's story, fetched once and then kept up with while it goes on.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionAnswer } from '../../src/dashboard/api.js';
import type { Ask, Fault } from './ask.js';
import { useDashboard } from './dashboard.js';
import { faultOf } from './fetched.js';
import { mergedStory } from './merge-story.js';
import { sessionPath } from './route.js';
import { useStore } from './store.js';

interface Known {
  readonly answer?: SessionAnswer;
  readonly fault?: Fault;
}

/** Between two questions for what is new. */
const rest = 400;

/** Of one key for as long as it is used. */
export function useSession(key: string): Known & { again(): void } {
  const { ask, data } = useDashboard();
  const [known, setKnown] = useState<Known>({});
  const [tries, setTries] = useState(0);
  const live = useStore(data.live).get(key);
  const row = useStore(data.sessions).rows.get(key);
  const { state } = useStore(data.connection);
  const follower = useRef<Follower>(undefined);
  follower.current ??= follow(ask, key, setKnown);
  // A running session says its last record; any other, when its file changed.
  const version = `${live?.seq} ${row?.last_modified} ${row?.state} ${state === 'lost'} ${tries}`;
  useEffect(() => follower.current?.want(version), [version]);
  useEffect(() => () => follower.current?.end(), []);
  return { ...known, again: () => setTries((before) => before + 1) };
}

interface Follower {
  want(version: string): void;
  end(): void;
}

/** Asks for what is new, one question at a time, until it has what was wanted last. */
function follow(ask: Ask, key: string, tell: (known: Known) => void): Follower {
  let wanted = '';
  let isAsking = false;
  let isOver = false;
  let answer: SessionAnswer | undefined;
  const fetchOnce = async () => {
    const since = answer === undefined ? '' : `?since=${answer.story.head.seq}`;
    const fresh = await ask.get<SessionAnswer>(`/api${sessionPath(key)}${since}`);
    answer = answer === undefined ? fresh : { ...fresh, story: mergedStory(answer.story, fresh.story) };
    if (!isOver) tell({ answer });
  };
  const keepUp = async () => {
    for (let done = ''; done !== wanted && !isOver; ) {
      done = wanted;
      await fetchOnce();
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  };
  return {
    want(version) {
      wanted = version;
      if (isAsking) return;
      isAsking = true;
      void keepUp()
        .catch((error: unknown) => {
          if (!isOver) tell({ ...(answer === undefined ? {} : { answer }), fault: faultOf(error) });
        })
        .finally(() => {
          isAsking = false;
        });
    },
    end() {
      isOver = true;
    },
  };
}
