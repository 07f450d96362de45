// From an address to a server that listens there, or to why it cannot.

import { chmodSync, lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { fail } from '../protocol/codes.js';
import { systemCode } from '../protocol/failure.js';
import { hostInUrl, type ListenAddress } from './listen-address.js';

export interface Listening {
  /** What a client is given: `ws://127.0.0.1:7433`, `unix:/run/user/1000/ctx.sock`. */
  readonly url: string;
  readonly port: number | undefined;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something listens there already',
  EADDRNOTAVAIL: 'this machine does not have that address',
  EACCES: 'permission denied',
};

export async function listenOn(
  server: Server,
  address: ListenAddress,
  encrypted: boolean,
): Promise<Listening> {
  const target = address.kind === 'unix' ? address.path : `${hostInUrl(address.host)}:${address.port}`;
  const refuse = (reason: string, cause?: unknown) =>
    fail('listen_failed', { operation: 'listen', target, reason, cause });
  if (address.kind === 'unix') await makeRoom(address.path, refuse);
  const place = address.kind === 'unix' ? { path: address.path } : { host: address.host, port: address.port };
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ ...place, ipv6Only: true }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const code = error instanceof Error ? systemCode(error) : undefined;
    throw refuse(reasons[code ?? ''] ?? code ?? 'the system refuses it', error);
  }
  if (address.kind === 'unix') {
    // Its folder kept everybody else out until now.
    chmodSync(address.path, 0o600);
    return { url: `unix:${address.path}`, port: undefined };
  }
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port;
  return { url: `${encrypted ? 'wss' : 'ws'}://${hostInUrl(address.host)}:${port}`, port };
}

/** Of every system; one that is longer would be cut. */
const longestSocketPath = 103;

/** A socket that a server left when it was killed is taken away; one that somebody answers at is not, and nothing else is. */
async function makeRoom(path: string, refuse: (reason: string) => Error): Promise<void> {
  if (Buffer.byteLength(path) > longestSocketPath)
    throw refuse(`a socket’s path has at most ${longestSocketPath} bytes`);
  makeFolders(dirname(path), 0o700);
  const folder = lstatSync(dirname(path));
  const us = process.getuid?.() ?? folder.uid;
  if (folder.uid !== us || (folder.mode & 0o077) !== 0)
    throw refuse('others can enter its folder; use one that only you can enter (chmod 700)');
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isSocket()) throw refuse('there is a file in its place');
  if (await isAnswered(path)) throw refuse('something listens there already');
  rmSync(path);
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
