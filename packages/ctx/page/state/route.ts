// The address as the page reads it. Every view has one, and everything that a person chose in a view stands in its query.

import { useLayoutEffect, useState } from 'preact/hooks';

export const views = ['now', 'sessions', 'fleets', 'trends', 'policy', 'memory', 'catalog'] as const;
export type View = (typeof views)[number];

export interface Route {
  readonly view: View | 'session' | 'fleet' | 'compare' | 'unknown';
  /** Of a session or a fleet. */
  readonly key?: string;
  readonly query: URLSearchParams;
}

export function routeOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Route {
  const query = new URLSearchParams(search);
  const path = pathname.replace(/\/+$/, '');
  if (path === '' || path === '/now') return { view: 'now', query };
  if (path === '/compare') return { view: 'compare', query };
  const [, key] = /^\/sessions\/(.+)$/.exec(path) ?? [];
  if (key !== undefined) return { view: 'session', key: decoded(key), query };
  const [, fleet] = /^\/fleets\/(.+)$/.exec(path) ?? [];
  if (fleet !== undefined) return { view: 'fleet', key: decoded(fleet), query };
  const view = views.find((name) => path === `/${name}`);
  return view === undefined ? { view: 'unknown', query } : { view, query };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const pathOf = (view: View) => (view === 'now' ? '/' : `/${view}`);
export const fleetPath = (key: string) => `/fleets/${encodeURIComponent(key)}`;
export const sessionPath = (key: string) => `/sessions/${encodeURIComponent(key)}`;

const moved = 'ctx-moved';

/** `instead` leaves no step to go back to: for what is typed into a filter. */
export function goTo(path: string, instead = false): void {
  if (instead) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  dispatchEvent(new Event(moved));
}

/** This address with other values in its query; an empty one is taken out. */
export function withQuery(changes: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return `${location.pathname}${text === '' ? '' : `?${text}`}`;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(new URL(location.href)));
  // Before anything can be seen that leads away: an effect comes a frame later, and a quick hand is faster.
  useLayoutEffect(() => {
    let { pathname } = location;
    const look = () => {
      if (pathname !== location.pathname) letGoOfLink();
      ({ pathname } = location);
      setRoute(routeOf(new URL(location.href)));
    };
    addEventListener('popstate', look);
    addEventListener(moved, look);
    return () => {
      removeEventListener('popstate', look);
      removeEventListener(moved, look);
    };
  }, []);
  return route;
}

/** The link that led to another view has done its work: the heading of that view takes the focus, but from nobody. */
function letGoOfLink(): void {
  if (document.activeElement instanceof HTMLAnchorElement) document.activeElement.blur();
}

/** Lets links of ours change the address without a new page; whoever wants a new tab gets one. */
export function followLinks(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin)
    return;
  const href = link.getAttribute('href') ?? '';
  if (!href.startsWith('/')) return;
  event.preventDefault();
  goTo(href);
  scrollTo(0, 0);
}
