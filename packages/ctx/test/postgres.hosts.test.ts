import { expect, it } from 'vitest';
import { startPostgres } from './postgres.js';

it('a server of a test’s own keeps what was committed when it crashes', async () => {
  const server = await startPostgres({ settings: ["application_name = 'a test'"] });
  try {
    server.database('other');
    server.sql('create table kept (n int); insert into kept values (7)', 'other');
    await server.stop('immediate');
    await server.start();
    expect(server.sql('select n from kept', 'other')).toBe('7');
    expect(server.sql('show application_name')).toBe('psql');
  } finally {
    await server.close();
  }
});
