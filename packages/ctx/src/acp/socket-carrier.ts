// A carrier over a WebSocket: each message is a line, whichever way it goes. It knows only as much of a socket as it needs.

import type { Carrier } from './carrier.js';

/** What `ws` has. */
export interface MessageSocket {
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  send(text: string, sent: () => void): void;
  pause(): void;
  resume(): void;
  terminate(): void;
  close(code?: number): void;
}

/** How much may wait to be read before the socket is told to wait. */
const mostUnread = 1 << 20;
/** From there on whoever writes should wait. */
const mostUnsent = 1 << 16;

export function socketCarrier(socket: MessageSocket): Carrier {
  let lines: Buffer[] = [];
  let unread = 0;
  let unsent = 0;
  let isGone = false;
  let wake = () => {};
  const waiters: (() => void)[] = [];
  const settle = () => {
    for (const done of waiters.splice(0)) done();
  };

  socket.on('message', (data, isBinary) => {
    // What is no text is no message of ours, and is answered as such.
    const line = isBinary || !Buffer.isBuffer(data) ? Buffer.from('\0\n') : asLine(data);
    lines.push(line);
    unread += line.length;
    if (unread > mostUnread) socket.pause();
    wake();
  });
  // After an error the socket closes.
  socket.on('error', () => {});
  socket.on('close', () => {
    isGone = true;
    settle();
    wake();
  });

  async function* incoming(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      while (lines.length > 0) {
        const batch = lines;
        lines = [];
        unread = 0;
        socket.resume();
        yield* batch;
      }
      if (isGone) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    incoming: incoming(),
    write(line) {
      if (isGone) return;
      const text = line.toString().replace(/\n$/, '');
      const length = text.length;
      unsent += length;
      socket.send(text, () => {
        unsent -= length;
        if (unsent <= mostUnsent) settle();
      });
    },
    waiting: () => (isGone ? 0 : unsent),
    drained: () =>
      isGone || unsent <= mostUnsent
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiters.push(resolve);
          }),
    close() {
      // Who does not read would not take our goodbye either.
      if (unsent > mostUnsent) socket.terminate();
      else socket.close(1000);
    },
  };
}

/** JSON has no line break inside of a string: those of a message stand between its parts. */
function asLine(data: Buffer): Buffer {
  const line = Buffer.allocUnsafe(data.length + 1);
  data.copy(line);
  for (let at = line.indexOf(0x0a); at !== -1 && at < data.length; at = line.indexOf(0x0a, at + 1))
    line[at] = 0x20;
  line[data.length] = 0x0a;
  return line;
}
