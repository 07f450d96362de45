// Two machines on this one, each a home of its own, and a session that moves between them over a carrier in this process.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { Connection, Handlers } from '../src/acp/connection.js';
import { streamCarrier } from '../src/acp/stream-carrier.js';
import type { Services } from '../src/cli/command.js';
import { serveClient } from '../src/commands/acp/serve-acp.js';
import { type Moving, moveThere, receiverFor, senderHere } from '../src/commands/teleport/move.js';
import { connectPeer } from '../src/commands/teleport/peer.js';
import type { TeleportFlags } from '../src/commands/teleport/teleport-flags.js';
import { bringBack, callOff, departedSession } from '../src/teleport/departed-session.js';
import { temporaryFolder } from './folder.js';
import { ctxProgram } from './in-process.js';
import { jsonOf } from './scripted.js';

export { git } from './git.js';
export { isLive } from './moved-session.js';

export interface Machine {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  services(cwd: string): Services;
}

export function machine(): Machine {
  const home = temporaryFolder();
  const env = { HOME: home, PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1' };
  return {
    home,
    env,
    services: (cwd) => ({
      env,
      cwd,
      clock: { now: () => Date.now(), deterministic: false },
      signal: new AbortController().signal,
      takeCtrlC: () => () => {},
      emit: () => {},
      program: ctxProgram(),
      stages: [],
    }),
  };
}

/** A connection to a machine that serves in this process. */
export async function connectTo(
  there: Machine,
  cwd: string,
  flags: TeleportFlags,
  here: Services,
  requests: Handlers['requests'] = {},
): Promise<Connection> {
  const [toAgent, fromAgent] = [new PassThrough(), new PassThrough()];
  const served = serveClient(streamCarrier(toAgent, fromAgent), flags, there.services(cwd));
  void served.connection.ended.then(() => served.end());
  const connection = await connectPeer(streamCarrier(fromAgent, toAgent), 'test', here, requests);
  onTestFinished(() => connection.close());
  return connection;
}

/** A session of ctx in a folder: an echo, so that it can be resumed anywhere. */
export async function sessionIn(cwd: string, { env }: Machine, id = 's'): Promise<string> {
  const { data, error } = await jsonOf(
    ['run', 'Say it.', '--model', 'script:echo', '--session-id', id, '--no-stdin'],
    { cwd, env },
  );
  if (data === undefined) throw new Error(JSON.stringify(error));
  return join(cwd, '.context/sessions', `${id}.jsonl`);
}

export interface Journey {
  readonly here: Machine;
  readonly there: Machine;
  readonly cwd: string;
  readonly path: string;
  /** The folder that takes sessions there. */
  readonly accepts: string;
  readonly flags: TeleportFlags;
  move(more?: Partial<Moving>): ReturnType<typeof moveThere>;
  back(): Promise<unknown>;
  cancel(): Promise<void>;
  /** On the machine there. */
  there_(name: string): string;
}

/** A project with a session, and a machine that takes it. */
export async function journey(
  prepare: (cwd: string) => void = () => {},
  flags: TeleportFlags = {},
): Promise<Journey> {
  const [here, there] = [machine(), machine()];
  const cwd = join(here.home, 'app');
  const accepts = join(there.home, 'work');
  mkdirSync(cwd);
  mkdirSync(accepts);
  prepare(cwd);
  const path = await sessionIn(cwd, here);
  const given = { 'accept-teleports': accepts, ...flags };
  const services = here.services(cwd);
  return {
    here,
    there,
    cwd,
    path,
    accepts,
    flags: given,
    async move(more = {}) {
      const connection = await connectTo(there, accepts, given, services);
      const moving = { path, target: 'test', into: '', allowOtherVersion: false, isCheck: false, ...more };
      return moveThere(moving, connection, services);
    },
    async back() {
      const departed = departedSession(path, senderHere(services));
      const receiving = receiverFor(departed, false, services);
      const connection = await connectTo(there, accepts, given, services, receiving.requests);
      try {
        return await bringBack(departed, false, connection, senderHere(services));
      } finally {
        await receiving.end();
      }
    },
    async cancel() {
      const departed = departedSession(path, senderHere(services));
      await callOff(departed, await connectTo(there, accepts, given, services), senderHere(services));
    },
    there_: (name) => join(accepts, 'app', name),
  };
}

export const text = (path: string) => readFileSync(path, 'utf8');
