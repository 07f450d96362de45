// The row that keys are about. Rows come and go under it: what was chosen is one of them, not a place among them.

import { useState } from 'preact/hooks';

export interface Chosen {
  /** Where it is now; -1 where none is chosen, or the chosen one is gone. */
  readonly at: number;
  next(): void;
  back(): void;
}

export function useChosen(ids: readonly string[], usually = -1): Chosen {
  const [{ id, place }, choose] = useState<{ id?: string | undefined; place: number }>({ place: usually });
  const found = id === undefined ? -1 : ids.indexOf(id);
  const at = found === -1 && usually !== -1 ? Math.min(Math.max(place, usually), ids.length - 1) : found;
  const to = (wanted: number) => {
    const next = Math.max(0, Math.min(wanted, ids.length - 1));
    choose({ id: ids[next], place: next });
  };
  return {
    at,
    // Where the chosen one is gone, the one in its place is next.
    next: () => to(at === -1 ? Math.max(place, 0) : at + 1),
    back: () => to(at === -1 ? place - 1 : at - 1),
  };
}
