// Between workers and their database, on loopback: passes bytes on, cuts connections, holds them back, or lets a commit through and
// loses its answer.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Ends all connections that there are, in the middle of whatever they carry. */
  cut(): void;
  /** Holds everything back for so long, in both directions; 0 passes it on at once. */
  delay(milliseconds: number): void;
  /** Of the next so many statements that write, the database's answer is thrown away and the connection cut. */
  loseAnswers(count: number): void;
  /** How many answers were lost so far. */
  readonly lost: number;
  close(): Promise<void>;
}

/** An autocommitted append, or the end of a transaction. */
const writes = /insert into ctx\.record|commit/i;
/** ReadyForQuery outside of a transaction: what was asked for is done. */
const done = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

export async function tcpProxy(to: number): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let held = 0;
  let toLose = 0;
  let lost = 0;
  const server = createServer((client) => {
    const database = connect(to, '127.0.0.1');
    let isLosing = false;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    const later = (socket: Socket, bytes: Buffer) => {
      if (held === 0) socket.write(bytes);
      else setTimeout(() => socket.destroyed || socket.write(bytes), held);
    };
    client.on('data', (bytes: Buffer) => {
      if (toLose > 0 && writes.test(bytes.toString('latin1'))) {
        toLose -= 1;
        isLosing = true;
      }
      later(database, bytes);
    });
    database.on('data', (bytes: Buffer) => {
      if (!isLosing) return later(client, bytes);
      if (!bytes.includes(done)) return;
      lost += 1;
      end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a proxy without a port');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    cut,
    delay: (milliseconds) => {
      held = milliseconds;
    },
    loseAnswers: (count) => {
      toLose += count;
    },
    get lost() {
      return lost;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
