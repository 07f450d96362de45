// What every view may use: the server, the data, and a word for the person at the page.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Keyboard } from '../parts/keys.js';
import type { Ask } from './ask.js';
import type { Data } from './data.js';
import type { Store } from './store.js';

export interface Dashboard {
  readonly ask: Ask;
  readonly data: Data;
  /** Shown for a moment. */
  readonly toast: Store<string>;
  readonly singleKeys: Store<boolean>;
  readonly keyboard: Keyboard;
}

export const DashboardContext = createContext<Dashboard | undefined>(undefined);

export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (dashboard === undefined) throw new TypeError('a part outside of the dashboard');
  return dashboard;
}
