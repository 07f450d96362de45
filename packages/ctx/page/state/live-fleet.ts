// A fleet, fetched once and then kept up with: only the sessions that changed come again.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { FleetAnswer } from '../../src/dashboard/fleet-api.js';
import { useNow } from '../parts/basics.js';
import type { Ask } from './ask.js';
import { useDashboard } from './dashboard.js';
import { type Follower, follow, type Known } from './follower.js';
import { fleetPath } from './route.js';
import { useStore } from './store.js';

/**
 * While it runs, also what only time changes: who says nothing any more, how many ended in the last minute. And while the answer is that
 * something is wrong: a store may have been away so shortly that nobody announces it as back.
 */
export const lookMs = 5000;

/** Of one key for as long as it is used. */
export function useFleet(key: string): Known<FleetAnswer> & { again(): void } {
  const { ask, data } = useDashboard();
  const [known, setKnown] = useState<Known<FleetAnswer>>({});
  const [tries, setTries] = useState(0);
  const changes = useStore(data.fleets);
  const { state } = useStore(data.connection);
  const now = useNow(lookMs);
  const follower = useRef<Follower>(undefined);
  follower.current ??= follow((before) => newer(ask, key, before), setKnown);
  const changesByItself = known.fault !== undefined || known.answer?.fleet.state === 'running';
  const version = `${changes} ${state === 'lost'} ${tries} ${changesByItself ? now : ''}`;
  useEffect(() => follower.current?.want(version), [version]);
  useEffect(() => () => follower.current?.end(), []);
  return { ...known, again: () => setTries((before) => before + 1) };
}

async function newer(ask: Ask, key: string, before: FleetAnswer | undefined): Promise<FleetAnswer> {
  const since = before === undefined ? '' : `?since=${before.seq}`;
  const fresh = await ask.get<FleetAnswer>(`/api${fleetPath(key)}${since}`);
  if (before === undefined) return fresh;
  // Another file by that name: what is known of the old one is worth nothing.
  if (fresh.seq < before.seq) return ask.get<FleetAnswer>(`/api${fleetPath(key)}`);
  return { ...fresh, sessions: merged(before.sessions, fresh.sessions) };
}

export function merged(
  before: FleetAnswer['sessions'],
  fresh: FleetAnswer['sessions'],
): FleetAnswer['sessions'] {
  if (fresh.length === 0) return before;
  const byId = new Map(fresh.map((each) => [each.id, each]));
  const kept = before.map((each) => byId.get(each.id) ?? each);
  const known = new Set(before.map(({ id }) => id));
  return [...kept, ...fresh.filter(({ id }) => !known.has(id))];
}
