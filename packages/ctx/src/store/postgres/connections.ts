// Connections to a server: statements and transactions, each on whatever connection is free, so that a pooler in transaction mode may
// stand between. No statement is named, and nothing is set that would have to last.

import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { readText } from '../../disk/read.js';
import { Failure } from '../../protocol/failure.js';
import type { Row } from './rows.js';
import { faultOf } from './server-faults.js';
import type { StoreAddress } from './store-address.js';

export interface Connecting {
  readonly address: StoreAddress;
  /** How the server's own views name us. */
  readonly name: string;
  readonly most: number;
  /** A statement without an answer for so long has failed; it may still be done. */
  readonly timeoutMs: number;
  /** The same for a new connection, which takes several ways to the server. */
  readonly connectMs?: number;
}

/** Runs statements one after the other. Those that do not wait for each other's answer take one way to the server. */
export interface Statements {
  rows(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface Transaction extends Statements {
  /** Nothing is asked of its answer; where it fails, all of it does. */
  send(text: string, values?: readonly unknown[]): void;
}

export class Connections implements Statements {
  readonly #connecting: Connecting;
  #pool: Pool | undefined;
  /** Which of the hosts is used. */
  #turn = 0;

  constructor(connecting: Connecting) {
    this.#connecting = connecting;
  }

  get shown(): string {
    return this.#connecting.address.shown;
  }

  async rows(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#with((client) => rowsOf(client, text, values));
  }

  /** All of it or nothing; a failure of ours takes it back as well. */
  async transaction<T>(work: (within: Transaction) => Promise<T>): Promise<T> {
    return this.#with(async (client) => {
      const sent: Promise<unknown>[] = [];
      const send = (text: string, values: readonly unknown[] = []) => {
        const answer = rowsOf(client, text, values);
        // It is heard of at the end.
        answer.catch(ignored);
        sent.push(answer);
      };
      send('begin');
      const [begun] = sent;
      // What was asked along with a beginning that failed stood alone: it is no answer.
      const rows: Statements['rows'] = async (text, values = []) =>
        (await Promise.all([rowsOf(client, text, values), begun]))[0];
      try {
        const result = await work({ rows, send });
        await begun;
        send('commit');
        await Promise.all(sent);
        return result;
      } catch (error) {
        if (error instanceof Failure) await client.query('rollback');
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  async #with<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connected();
    // The pool listens only while nobody has it; what breaks between two statements the next one says.
    client.on('error', ignored);
    try {
      const result = await work(client);
      release(client);
      return result;
    } catch (error) {
      // Whatever state it is in, nobody uses it again.
      release(client, !(error instanceof Failure));
      throw this.#failed(error);
    }
  }

  /** Of several hosts the first that takes writes: nothing was asked of the others. */
  async #connected(): Promise<PoolClient> {
    for (let left = this.#connecting.address.hosts.length - 1; ; left--) {
      try {
        return await this.#open().connect();
      } catch (error) {
        const failure = this.#failed(error);
        if (left <= 0 || failure.code !== 'store_unreachable') throw failure;
      }
    }
  }

  /** The next try asks the next host, where there are several. */
  #failed(error: unknown): Failure {
    const { failure, isPassing } = faultOf(error, this.shown);
    const { hosts } = this.#connecting.address;
    if (isPassing && hosts.length > 1 && this.#pool !== undefined) {
      const pool = this.#pool;
      this.#pool = undefined;
      this.#turn = (this.#turn + 1) % hosts.length;
      void pool.end();
    }
    return failure;
  }

  #open(): Pool {
    if (this.#pool !== undefined) return this.#pool;
    const { address, name, most, timeoutMs, connectMs = 10_000 } = this.#connecting;
    const { hosts, user, password, database } = address;
    const pool = new Pool({
      ...hosts[this.#turn],
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
      database,
      ssl: tlsOf(address),
      max: most,
      application_name: name,
      connectionTimeoutMillis: connectMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      pipeline: true,
      ...(hosts.length > 1 && { verify: takesWrites }),
    });
    // One that breaks while nobody uses it is not missed.
    pool.on('error', () => {});
    this.#pool = pool;
    return pool;
  }
}

function ignored(): void {}

function release(client: PoolClient, isBroken = false): void {
  client.release(isBroken);
  client.off('error', ignored);
}

async function rowsOf(client: PoolClient, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
  return rows;
}

/** A standby answers, and takes nothing. */
function takesWrites(client: PoolClient, done: (error?: Error) => void): void {
  client.query('select pg_is_in_recovery() as standby').then(
    ({ rows: [row] }) =>
      done(row?.standby === false ? undefined : new Error('it is a standby, which takes no writes')),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}

function tlsOf({ sslmode, sslrootcert, sslcert, sslkey }: StoreAddress): PoolConfig['ssl'] {
  if (sslmode === 'disable') return false;
  const own = {
    ...(sslrootcert !== undefined && { ca: readText(sslrootcert) }),
    ...(sslcert !== undefined && { cert: readText(sslcert) }),
    ...(sslkey !== undefined && { key: readText(sslkey) }),
  };
  if (sslmode === 'require') return { ...own, rejectUnauthorized: false };
  return { ...own, ...(sslmode === 'verify-ca' && { checkServerIdentity: () => undefined }) };
}
