// Connections to a store that break: a failure that passes, and never the end of the process.

import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from './postgres.js';
import { connectionsTo } from './postgres-fleet.js';
import { until } from './processes.js';
import { refusingPort } from './refusing-port.js';

it('takes a connection that breaks between two statements of a transaction for a store that is away', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const connections = connectionsTo(server.url);
  onTestFinished(() => connections.close());
  const broken = connections.transaction(async (within) => {
    const [row] = await within.rows('select pg_backend_pid() as pid');
    server.sql(`select pg_terminate_backend(${Number(row?.['pid'])})`);
    while (server.sql(`select count(*) from pg_stat_activity where pid = ${Number(row?.['pid'])}`) !== '0');
    // The end of the connection has come by now: it is read in the next rounds of the loop.
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    return within.rows('select 1');
  });
  await expect(broken).rejects.toMatchObject({ code: 'store_unreachable' });
  expect(await connections.rows('select 1 as one')).toEqual([{ one: 1 }]);
});

it('goes on after a crash of the server', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const connections = connectionsTo(server.url);
  onTestFinished(() => connections.close());
  expect(await connections.rows('select 1 as one')).toEqual([{ one: 1 }]);
  const asked = connections.rows('select pg_sleep(600)');
  const refused = expect(asked).rejects.toMatchObject({ code: 'store_unreachable' });
  const underWay =
    "select count(*) from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'";
  await until(() => server.sql(underWay) === '1');
  await server.stop('immediate');
  await refused;
  await server.start();
  expect(await connections.rows('select 1 as one')).toEqual([{ one: 1 }]);
});

it('asks the next host where one is gone, at the first try', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const gone = await refusingPort();
  const connections = connectionsTo(server.url.replace('127.0.0.1:', `127.0.0.1:${gone},127.0.0.1:`));
  onTestFinished(() => connections.close());
  expect(await connections.rows('select 1 as one')).toEqual([{ one: 1 }]);
});
