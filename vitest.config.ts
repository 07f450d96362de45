// The first ring: every test that needs nothing but Node, npm and small system packages.

import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/page/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    // The second ring, which vitest.hosts.config.ts runs.
    exclude: [...configDefaults.exclude, '**/*.hosts.test.ts'],
    globalSetup: ['packages/ctx/test/build-once.ts'],
    // Files share their worker and what it has loaded, which takes a third off the processor time of all tests: no module
    // here keeps state, and the stress rounds, which shuffle the files, would find one that does.
    isolate: false,
    // Tests wait for processes more than they compute: a worker for each core and one more.
    maxWorkers: availableParallelism() + 1,
    // Only what hangs is ended: how long a test takes is up to the machine, and to what else it is doing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      // Half of the shared store needs a database server, which the second ring alone has.
      exclude: ['**/*.test.ts', 'packages/*/src/main.ts', 'packages/ctx/src/store/postgres/**'],
      thresholds: { lines: 90 },
      reporter: ['text-summary', 'json-summary', 'html'],
    },
  },
});
