// The end of a history that is too long to be told whole, in no more memory than that end takes.

import type { Notification } from './viewer.js';

export interface KeptHistory {
  add(told: Notification): void;
  /** How many are gone. */
  readonly leftOut: number;
  all(): readonly Notification[];
}

/** `most`: characters, as they go over the wire. */
export function keptHistory(most: number): KeptHistory {
  let kept: { readonly told: Notification; readonly size: number }[] = [];
  let [size, begins, gone] = [0, 0, 0];
  return {
    add(told) {
      const one = { told, size: JSON.stringify(told).length };
      kept.push(one);
      for (size += one.size; size > most; begins += 1) size -= kept[begins]?.size ?? 0;
      if (begins < 1000 && begins < kept.length) return;
      kept = kept.slice(begins);
      gone += begins;
      begins = 0;
    },
    get leftOut() {
      return gone + begins;
    },
    all: () => kept.slice(begins).map(({ told }) => told),
  };
}
