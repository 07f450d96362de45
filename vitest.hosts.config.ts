// The second ring: tests that drive large foreign programs, which are installed for them.

import { configDefaults, defineConfig } from 'vitest/config';
import firstRing from './vitest.config.js';

export default defineConfig({
  test: {
    ...firstRing.test,
    include: ['packages/*/src/**/*.hosts.test.ts', 'packages/*/test/**/*.hosts.test.ts'],
    exclude: configDefaults.exclude,
  },
});
