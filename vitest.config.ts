import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['packages/ctx/test/build-once.ts'],
    // Tests wait for processes more than they compute: a worker for each core, also where there are two.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', 'packages/*/src/main.ts'],
      thresholds: { lines: 90 },
      reporter: ['text-summary', 'json-summary', 'html'],
    },
  },
});
