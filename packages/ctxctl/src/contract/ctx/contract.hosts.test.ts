// The step that drives the real hosts catches what it is for.

import { expect, it } from 'vitest';
import { repository } from '../../../../ctx/test/built.js';
import { failureOf } from '../../../test/contract-on.js';
import { onHook, plantedPackage } from '../../../test/planted-package.js';
import { npmShared } from '../clean-host/npm-shared.js';

it('hooks that say nothing are caught by the step real-hosts', async () => {
  const given = plantedPackage(onHook('process.exit(0);'));
  const shared = await npmShared(repository, process.env);
  expect(await failureOf(given, { only: 'real-hosts', offline: false, shared })).toMatchObject({
    step: 'real-hosts',
    problems: expect.stringContaining('what ctx says did not reach the model'),
  });
});
