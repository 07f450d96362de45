// How a process works on fleets of a shared store.

import { flag, type Values } from '../../cli/inputs.js';

export const workerFlags = {
  slots: flag.integer(
    'with a store: sessions at once in this process; 0 only follows (default: what the fleet says)',
    {
      min: 0,
      max: 1000,
    },
  ),
  label: flag.texts('with a store: a label of this worker; sessions may ask for it', 'WORD'),
  lease: flag.integer(
    'with a store: seconds after which others take over what this process had (default: 10)',
    {
      min: 2,
      max: 3600,
    },
  ),
};

export type WorkerFlags = Values<Pick<typeof workerFlags, 'slots' | 'label' | 'lease'>>;

const usualLease = 10;

export function leaseMsOf({ lease = usualLease }: Pick<WorkerFlags, 'lease'>): number {
  return lease * 1000;
}
