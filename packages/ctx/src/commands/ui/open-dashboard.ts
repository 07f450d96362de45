// The dashboard as something that a server can mount: its routes, the token of its address, and what it holds while it is there.

import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { markVariable } from '../../agent/tools/leftover-processes.js';
import type { Services } from '../../cli/command.js';
import { dashboard } from '../../dashboard/dashboard.js';
import { fileFleets } from '../../dashboard/file-fleets.js';
import { shownFleets } from '../../dashboard/fleets.js';
import { pageRoutes } from '../../dashboard/page-files.js';
import { watchFleets } from '../../dashboard/watch-fleets.js';
import type { WatchedFolder } from '../../dashboard/watch-folder.js';
import { userName } from '../../machine/user-name.js';
import { runLinks } from '../../pages/run-links.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import { lastUse } from '../../serve/last-use.js';
import type { Route } from '../../serve/route.js';
import { sessionPlaces } from '../../session/every-session.js';
import { fleetPlaces } from '../../store/fleets-folder.js';
import { apiRoutes } from './api-routes.js';
import { ownCommands } from './own-command.js';

export interface OpenDashboard {
  readonly routes: readonly Route[];
  /** Reads and watches, once the server listens. */
  begin(): void;
  /** What to open in a browser, at a server with this address. */
  addressAt(url: string): string;
  /** Settles when somebody came with the token. */
  readonly firstUse: Promise<void>;
  /** Settles when no page was open and nothing was asked for that long. */
  idleFor(milliseconds: number): Promise<void>;
  close(): void;
}

export interface DashboardFlags {
  readonly control: boolean;
  readonly all: boolean;
  readonly directory: string | undefined;
  /** A store that machines share, whose fleets are shown as well. */
  readonly store: string | undefined;
}

export async function openDashboard(
  { control, all, directory, store: url }: DashboardFlags,
  services: Services,
): Promise<OpenDashboard> {
  const { env, clock, program } = services;
  // What an agent starts would let a page answer the agent's own questions.
  if (control && (env[markVariable] ?? '') !== '')
    throw fail('ui_by_agent', { operation: 'start', target: 'ctx ui' });
  const project = projectRoot(services);
  const now = () => clock.now();
  // Made at each start and kept in memory alone: worth nothing once this server has ended.
  const token = randomBytes(24).toString('base64url');
  const links = await runLinks({ env, control, now });
  const places = sessionPlaces(services, all, directory);
  const fleetsAt = fleetPlaces(services, places);
  const store = url === undefined ? undefined : (await shownStores()).shownStore(url, services);
  const fleets = shownFleets([fileFleets(fleetsAt), ...(store === undefined ? [] : [store.source])], now);
  let watched: readonly WatchedFolder[] = [];
  const made = dashboard({
    places,
    start: randomBytes(6).toString('hex'),
    now,
    about: {
      version: program.version,
      pid: process.pid,
      control,
      project,
      all,
      user: userName(env),
      memory: statSync(join(project, '.context'), { throwIfNoEntry: false })?.isDirectory() === true,
    },
    links,
  });
  const use = lastUse(() => made.events.listeners > 0);
  let first = () => {};
  const firstUse = new Promise<void>((resolve) => {
    first = resolve;
  });
  const routes = [
    ...pageRoutes(join(program.shippedFolder, 'page')),
    ...apiRoutes({
      used: () => {
        use.noted();
        first();
      },
      dashboard: made,
      fleets,
      services,
      control,
      run: ownCommands(services),
      token: () => token,
      interrupt: ({ path }) => links.interrupt(path),
    }),
  ];
  return {
    routes,
    firstUse,
    begin() {
      made.begin();
      const changed = () => made.events.tell({ event: 'fleets', data: {} });
      const folders = fleetsAt.map(({ folder }) => folder);
      const shared = store?.watch(() => made.events.listeners > 0, changed);
      watched = [watchFleets(folders, changed), ...(shared === undefined ? [] : [shared])];
    },
    addressAt: (url) => `${url.replace(/^ws/, 'http')}/?token=${token}`,
    idleFor: use.idleFor,
    close() {
      for (const each of watched) each.close();
      void store?.close();
      made.close();
      links.close();
    },
  };
}

/** The driver of the database is loaded where a store is shown, and nowhere else. */
function shownStores() {
  return import('../fleet/shared/shown-store.js');
}
