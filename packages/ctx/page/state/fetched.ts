// What a view asks the server for: on its way, there, or not to be had.

import { useEffect, useState } from 'preact/hooks';
import { Fault } from './ask.js';
import { useDashboard } from './dashboard.js';

export interface Fetched<T> {
  /** The last that came stays while the next is on its way. */
  readonly value: T | undefined;
  readonly fault: Fault | undefined;
  readonly isLoading: boolean;
  again(): void;
}

/** Asks again when the path changes, or `version` does. Nothing is asked without a path. */
export function useFetched<T>(path: string | undefined, version: unknown = 0): Fetched<T> {
  const { ask } = useDashboard();
  const [state, setState] = useState<{
    path: string | undefined;
    value?: T;
    fault?: Fault;
    isLoading: boolean;
  }>({
    path,
    isLoading: path !== undefined,
  });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (path === undefined) return;
    const ended = new AbortController();
    setState((before) => (before.path === path ? { ...before, isLoading: true } : { path, isLoading: true }));
    ask.get<T>(path, ended.signal).then(
      (value) => setState({ path, value, isLoading: false }),
      (error: unknown) => {
        if (!ended.signal.aborted) setState({ path, fault: faultOf(error), isLoading: false });
      },
    );
    return () => ended.abort();
  }, [ask, path, version, tries]);
  const isOf = state.path === path;
  return {
    value: isOf ? state.value : undefined,
    fault: isOf ? state.fault : undefined,
    isLoading: !isOf || state.isLoading,
    again: () => setTries((before) => before + 1),
  };
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault(0, { code: 'page_failed', message: String(error), kind: 'unknown' });
}
