import { afterAll, beforeAll, describe, it } from 'vitest';
import { fixturesOf } from './fixture-cases.js';
import { holds } from './fixture-holds.js';
import { type Postgres, startPostgres } from './postgres.js';

const fixtures = fixturesOf('ctx').filter(({ cases }) => cases.some(({ needs }) => needs === 'postgres'));
let server: Postgres;
let databases = 0;

beforeAll(async () => {
  server = await startPostgres({ settings: ['fsync = on'] });
});
afterAll(async () => {
  await server.close();
});

describe.each(fixtures)('$command', (fixture) => {
  it.each(fixture.cases.filter(({ needs }) => needs === 'postgres'))('$says', async (one) => {
    databases += 1;
    await holds(fixture, one, true, { CTX_STORE: server.database(`fixture${databases}`) });
  });
});
