// The commands that put something into a shared store and then follow the fleet: run, resume, retry.

import type { Services } from '../../../cli/command.js';
import { fail } from '../../../protocol/codes.js';
import { ownerName } from '../../../store/file-store.js';
import type { FleetLimits } from '../../../store/fleet-records.js';
import { lockFleet } from '../../../store/postgres/fleet-row.js';
import { putInFleet } from '../../../store/postgres/put-in-fleet.js';
import { cancelIn, resumeIn, retryIn } from '../../../store/postgres/wishes.js';
import type { FleetEntry } from '../../../store/seal-records.js';
import type { FleetAnswer } from '../fleet-answer.js';
import { passwordWarnings } from '../store-flag.js';
import { leaseMsOf, type WorkerFlags } from '../worker-flags.js';
import { type Following, followFleet } from './follow.js';
import { lookAtShared } from './look.js';
import { type OpenStore, withStore } from './open-store.js';

type Budget = Pick<FleetLimits, 'max_microusd' | 'max_tokens'>;

interface Going {
  readonly url: string;
  readonly services: Services;
  readonly flags: WorkerFlags & { readonly store?: string | undefined } & Readonly<Record<string, unknown>>;
}

export function runShared(
  { url, services, flags }: Going,
  fleet: { readonly id: string; readonly limits: FleetLimits; readonly warnings: readonly string[] },
  entries: (store: OpenStore) => Promise<readonly FleetEntry[]>,
): Promise<FleetAnswer> {
  return withStore(url, services, async (store) => {
    await putInFleet(store.connections, store.sealer, await entries(store));
    const following = followingOf(fleet.id, fleet.limits, flags);
    const warnings = [...fleet.warnings, ...(following.warnings ?? [])];
    return followFleet(store, { ...following, from: 'beginning', warnings });
  });
}

export function resumeShared(
  { url, services, flags }: Going,
  id: string,
  budget: Budget,
): Promise<FleetAnswer> {
  return withStore(url, services, async (store) => {
    const { connections, sealer } = store;
    await resumeIn({ connections, sealer, fleet: id }, ownerName(), budget);
    return followFleet(store, { ...followingOf(id, await limitsOf(store, id), flags), from: 'now' });
  });
}

export function retryShared(
  { url, services, flags }: Going,
  id: string,
  sessions: readonly string[],
  budget: Budget,
): Promise<FleetAnswer> {
  return withStore(url, services, async (store) => {
    const { connections, sealer } = store;
    await retryIn({ connections, sealer, fleet: id }, sessions, ownerName(), budget);
    return followFleet(store, { ...followingOf(id, await limitsOf(store, id), flags), from: 'now' });
  });
}

export function cancelShared(
  url: string,
  services: Services,
  fleet: string,
  sessions: readonly string[],
): Promise<FleetAnswer> {
  return withStore(url, services, async ({ connections, sealer }) => {
    await cancelIn({ connections, sealer, fleet }, sessions);
    return lookAtShared(connections, fleet);
  });
}

function followingOf(id: string, { at_once }: FleetLimits, flags: Going['flags']): Omit<Following, 'from'> {
  const wishes = { slots: flags.slots ?? at_once, labels: flags.label, leaseMs: leaseMsOf(flags) };
  return { id, wishes, flags, warnings: passwordWarnings(flags) };
}

async function limitsOf({ connections }: OpenStore, id: string): Promise<FleetLimits> {
  const fleet = await connections.transaction((within) => lockFleet(within, id));
  if (fleet === undefined) throw fail('fleet_unknown', { operation: 'find', target: id });
  return fleet.limits;
}
