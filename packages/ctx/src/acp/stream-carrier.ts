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

/** Chunk by chunk, without the generators that Node makes for `for await`: every message of an agent comes through here. */
function untilItFails(incoming: Readable): AsyncIterable<Uint8Array> {
  let isOver = false;
  let wake: (() => void) | undefined;
  const woken = () => {
    const now = wake;
    wake = undefined;
    now?.();
  };
  const over = () => {
    isOver = true;
    woken();
  };
  incoming.on('readable', woken);
  // A pipe that breaks has ended.
  for (const end of ['end', 'error', 'close']) incoming.on(end, over);
  const next = async (): Promise<IteratorResult<Uint8Array, void>> => {
    for (;;) {
      const chunk: unknown = incoming.read();
      if (chunk instanceof Uint8Array) return { done: false, value: chunk };
      if (isOver || incoming.destroyed) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
