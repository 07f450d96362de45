// Every fixture is called and answers as it says: one that succeeds of each command through the built program, which shows
// that all it needs is in the build; the others in this process.

import { describe, it } from 'vitest';
import { fixturesOf } from './fixture-cases.js';
import { holds } from './fixture-holds.js';

const fixtures = [...fixturesOf('ctx'), ...fixturesOf('ctxctl')];

describe.each(fixtures)('$program $command', (fixtureFile) => {
  const cases = fixtureFile.cases.filter(({ needs }) => needs === undefined);
  const built = cases.find(({ exit_code }) => exit_code === 0) ?? cases[0];

  it.each(cases)('$says', (fixture) => holds(fixtureFile, fixture, fixture === built));
});
