// What a view asks the server for: on its way, there, or not to be had.

import { useEffect, useRef, useState } from 'preact/hooks';
import { type Ask, Fault } from './ask.js';
import { useDashboard } from './dashboard.js';

export interface Fetched<T> {
  /** The last that came stays while the next is on its way. */
  readonly value: T | undefined;
  readonly fault: Fault | undefined;
  readonly isLoading: boolean;
  again(): void;
}

/**
 * Asks again when the path changes, or `version` does. Nothing is asked without a path. An answer that is on its way is waited for before
 * a later version is asked for: where versions come faster than answers, there would never be one.
 */
export function useFetched<T>(path: string | undefined, version: unknown = 0): Fetched<T> {
  const { ask } = useDashboard();
  const [state, setState] = useState<{
    path: string | undefined;
    value?: T | undefined;
    fault?: Fault | undefined;
    isLoading: boolean;
  }>({
    path,
    isLoading: path !== undefined,
  });
  const [tries, setTries] = useState(0);
  const asking = useRef<Asking | undefined>(undefined);
  useEffect(() => {
    if (path === undefined) return;
    const fetching = keepAsking<T>(ask, path, (next) =>
      setState((before) => (before.path === path ? { ...before, ...next } : { path, ...next })),
    );
    asking.current = fetching;
    return () => {
      fetching.end();
      asking.current = undefined;
    };
  }, [ask, path, tries]);
  useEffect(() => asking.current?.wants(version), [ask, path, version, tries]);
  const isOf = state.path === path;
  return {
    value: isOf ? state.value : undefined,
    fault: isOf ? state.fault : undefined,
    isLoading: !isOf || state.isLoading,
    again: () => setTries((before) => before + 1),
  };
}

interface Asking {
  wants(version: unknown): void;
  end(): void;
}

function keepAsking<T>(
  ask: Ask,
  path: string,
  tell: (next: { value?: T | undefined; fault?: Fault | undefined; isLoading: boolean }) => void,
): Asking {
  const ended = new AbortController();
  let isUnderWay = false;
  let wanted: unknown;
  async function get(): Promise<void> {
    isUnderWay = true;
    for (let asked: unknown = {}; !Object.is(wanted, asked); ) {
      asked = wanted;
      tell({ isLoading: true });
      const answer = await ask.get<T>(path, ended.signal).then(
        (value) => ({ value, fault: undefined }),
        (error: unknown) => ({ value: undefined, fault: faultOf(error) }),
      );
      if (ended.signal.aborted) return;
      tell({ ...answer, isLoading: false });
    }
    isUnderWay = false;
  }
  return {
    wants(version) {
      wanted = version;
      if (!isUnderWay) void get();
    },
    end: () => ended.abort(),
  };
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault(0, { code: 'page_failed', message: String(error), kind: 'unknown' });
}
