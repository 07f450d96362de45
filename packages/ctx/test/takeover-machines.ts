// Two machines that share a store: a project and a clone of it, and an attempt at a session on either.

import { join } from 'node:path';
import { planFrom } from '../src/config/plan.js';
import type { SessionConfig } from '../src/config/session-config.js';
import { wrongInLog } from '../src/evidence/verify/wrong-in-log.js';
import { queuedSession } from '../src/fleet/queued-session.js';
import { fleetWorker } from '../src/fleet/work-session.js';
import type { SessionRecord } from '../src/protocol/records.js';
import type { RunServices } from '../src/runs/run-services.js';
import type { Claim, FleetStore, SharedLog } from '../src/store/fleet-store.js';
import { builtFolder } from './built.js';
import { temporaryFolder, writeFiles } from './folder.js';
import { git } from './git.js';
import { fixedClock } from './in-process.js';
import { scriptOf } from './scripted.js';
import type { SharedFolder } from './shared-folder.js';

export interface Machine {
  readonly root: string;
  readonly home: string;
}

/** A project with a script, and a clone of it on another machine. */
export function machines(
  replies: readonly object[],
  withGit = true,
  more: Readonly<Record<string, string>> = {},
): [Machine, Machine] {
  const root = temporaryFolder({
    ...more,
    's.yaml': scriptOf(...replies),
    'a.txt': 'a\n',
    '.gitignore': '.context/\n',
  });
  const other = temporaryFolder();
  if (withGit) {
    git(root, 'init', '-q', '-b', 'main');
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', 'One');
    git(other, 'clone', '-q', root, 'clone');
  } else writeFiles(join(other, 'clone'), { 's.yaml': scriptOf(...replies), 'a.txt': 'a\n' });
  return [
    { root, home: temporaryFolder() },
    { root: join(other, 'clone'), home: temporaryFolder() },
  ];
}

export type Settings = Partial<SessionConfig['runs'][number]>;

/** One attempt at the session `s` on a machine. */
export function attempt({ root, home }: Machine, shared: SharedFolder, settings: Settings = {}, lost = true) {
  const env = { PATH: process.env['PATH'], HOME: home };
  const { epoch, log } = shared.claim();
  const model = settings.agent === undefined ? { model: 'script:s.yaml' } : {};
  const config = { runs: [{ run_id: 'r1', task: 'Go.', ...model, scratch: true, ...settings }] };
  const session = queuedSession('s', planFrom(config, root, root, env, {}), {}, undefined);
  const shown: SessionRecord[] = [];
  const cancel = new AbortController();
  const services: RunServices = {
    env,
    cwd: root,
    clock: fixedClock,
    signal: cancel.signal,
    emit: (event) => {
      if ('hash' in event) shown.push(JSON.parse(JSON.stringify(event)));
    },
    trust: {
      flag: '--trust',
      given: true,
      keeps: false,
      byAgent: false,
      ask: async () => 'nobody' as const,
      now: fixedClock.now,
    },
    program: { version: '0', shippedFolder: builtFolder() },
  };
  const work = fleetWorker({
    store: storeWith(log),
    root,
    sessionsFolder: join(root, '.context/sessions'),
    ownUrls: [],
    servicesFor: async () => services,
    wrongIn: wrongInLog,
  });
  const claim: Claim = { session, log: 's', attempt: 1, begun: epoch > 1, lost: lost && epoch > 1, epoch };
  return { ended: work(claim, cancel.signal), shown, cancel };
}

function storeWith(log: SharedLog): FleetStore {
  return {
    claim: async () => ({ kind: 'none' }),
    startOver: async () => undefined,
    letGo: () => {},
    end: async () => {},
    ticket: async () => 0,
    beat: async () => ({ cancelled: [], lost: [] }),
    sharedLog: () => log,
  };
}

/** Something that happens once, and those who wait for it. */
export function latch() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

export const logIn = ({ root }: Machine) => join(root, '.context/sessions/s.jsonl');
export const scratchIn = ({ root }: Machine) => join(root, '.context/scratch/s');
