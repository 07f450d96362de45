// How sessions of a fleet, its workers and the fleet itself stand, in the same words and colours everywhere.

import type { FleetRow, SessionStanding, WorkerState } from '../../../src/dashboard/fleet-api.js';
import { Badge, type Look } from '../../parts/basics.js';

/** In the order in which they are shown; `paint` is a class of the style. */
export const standings: readonly {
  readonly state: SessionStanding;
  readonly name: string;
  readonly paint: string;
}[] = [
  { state: 'completed', name: 'completed', paint: 's-completed' },
  { state: 'failed', name: 'failed', paint: 's-failed' },
  { state: 'cancelled', name: 'cancelled', paint: 's-cancelled' },
  { state: 'running', name: 'running', paint: 's-running' },
  { state: 'queued', name: 'waiting', paint: 's-queued' },
];

const looks: Readonly<Record<SessionStanding, Look>> = {
  completed: 'good',
  failed: 'bad',
  cancelled: '',
  running: 'live',
  queued: 'open',
};

export function StandingBadge({ state }: { readonly state: SessionStanding }) {
  return <Badge look={looks[state]}>{state === 'queued' ? 'waiting' : state}</Badge>;
}

const fleetLooks: Readonly<Record<FleetRow['state'], Look>> = {
  running: 'live',
  open: 'open',
  stopped: 'warn',
  cancelled: '',
  completed: 'good',
  failed: 'bad',
};

const fleetWords: Readonly<Record<FleetRow['state'], string>> = {
  running: 'running',
  open: 'nobody is working on it',
  stopped: 'stopped after failures',
  cancelled: 'cancelled',
  completed: 'completed',
  failed: 'ended with failures',
};

export function FleetBadge({ fleet: { state } }: { readonly fleet: Pick<FleetRow, 'state'> }) {
  return <Badge look={fleetLooks[state]}>{fleetWords[state]}</Badge>;
}

const workerLooks: Readonly<Record<WorkerState, Look>> = { working: 'live', silent: 'bad', gone: '' };

export function WorkerBadge({ state }: { readonly state: WorkerState }) {
  return <Badge look={workerLooks[state]}>{state}</Badge>;
}
