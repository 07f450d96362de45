// A way to write to a pipe, a socket or a terminal that never waits for its reader: what has no room fails with EAGAIN.

import { closeSync, constants, fstatSync, openSync } from 'node:fs';

export interface NeverWaits {
  readonly descriptor: number;
  /** A terminal that takes nothing was stopped by a person, who will let it go on. */
  readonly isTerminal: boolean;
  close(): void;
}

/** Nothing for a file, which never waits, and where the system has no such way. */
export function neverWaits(descriptor: number): NeverWaits | undefined {
  try {
    const entry = fstatSync(descriptor);
    if (entry.isSocket()) return madeSo(descriptor);
    if (!entry.isFIFO() && !entry.isCharacterDevice()) return undefined;
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    // Opened once more: what is asked of this descriptor holds for no other.
    const own = openSync(`/proc/self/fd/${descriptor}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
    return { descriptor: own, isTerminal: entry.isCharacterDevice(), close: () => closeSync(own) };
  } catch {
    return undefined;
  }
}

/** A socket cannot be opened again. Node asks for it when it takes one over, and takes it back when the process ends. */
function madeSo(descriptor: number): NeverWaits {
  const { Socket } = process.getBuiltinModule('node:net');
  // Kept as long as it is written to: Node closes what nobody holds.
  const socket = new Socket({ fd: descriptor, readable: false, writable: true });
  socket.unref();
  socket.on('error', () => {});
  return { descriptor, isTerminal: false, close: () => void socket };
}
