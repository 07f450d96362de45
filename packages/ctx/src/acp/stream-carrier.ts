// A carrier over two streams of Node: a child's pipes, a socket.

import type { Readable, Writable } from 'node:stream';
import type { Carrier } from './carrier.js';

export function streamCarrier(incoming: Readable, outgoing: Writable): Carrier {
  // What a stream fails with is the peer's end; whoever reads or writes next notices.
  let isGone = false;
  const gone = () => {
    isGone = true;
  };
  outgoing.on('error', gone);
  outgoing.once('close', gone);
  return {
    incoming: untilItFails(incoming),
    write(line) {
      if (!isGone && outgoing.writable) outgoing.write(line);
    },
    waiting: () => (isGone ? 0 : outgoing.writableLength),
    drained: () =>
      new Promise((resolve) => {
        if (isGone || !outgoing.writableNeedDrain) return resolve();
        const done = () => {
          outgoing.off('drain', done);
          outgoing.off('close', done);
          outgoing.off('error', done);
          resolve();
        };
        outgoing.once('drain', done);
        outgoing.once('close', done);
        outgoing.once('error', done);
      }),
    close() {
      incoming.destroy();
      outgoing.end();
    },
  };
}

async function* untilItFails(incoming: Readable): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of incoming) yield chunk;
  } catch {
    // A pipe that breaks has ended.
  }
}
