// A value that changes, and who is told when it does.

import { useEffect, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  set(next: T): void;
  change(how: (before: T) => T): void;
  /** Gives back what ends it. */
  watch(told: () => void): () => void;
}

export function store<T>(first: T): Store<T> {
  let value = first;
  const watchers = new Set<() => void>();
  const set = (next: T) => {
    if (Object.is(next, value)) return;
    value = next;
    for (const told of watchers) told();
  };
  return {
    get: () => value,
    set,
    change: (how) => set(how(value)),
    watch(told) {
      watchers.add(told);
      return () => watchers.delete(told);
    },
  };
}

export function useStore<T>(kept: Store<T>): T {
  const [value, setValue] = useState(kept.get());
  useEffect(() => {
    setValue(kept.get());
    return kept.watch(() => setValue(kept.get()));
  }, [kept]);
  return value;
}
