// The pages whose lines install packages: they are run with a registry on loopback, and take longest.

import { expect, it } from 'vitest';
import { failureOn } from './documented/run-page.js';

it.each(['docs/install.md', 'docs/clean-host-contract.md'])('%s', async (page) => {
  expect(await failureOn(page)).toBeUndefined();
});
