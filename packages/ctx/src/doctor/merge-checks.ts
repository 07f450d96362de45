// Whether git merges the memory item by item in this clone.

import { isThere } from '../disk/is-there.js';
import { readProjectText } from '../disk/read.js';
import { driverState, setDriver } from '../git/merge-driver.js';
import { type Context, contextName, contextPath } from '../memory/context.js';
import { addAttributes } from '../memory/initialise.js';
import { attributesName, memoryDriver, missingAttributes } from '../memory/merge/driver.js';
import { fail } from '../protocol/codes.js';
import { type Diagnosis, ok, skipped } from './check.js';

export function checkMerge(context: Context, shippedFolder: string): Diagnosis {
  const driver = memoryDriver(shippedFolder);
  const state = driverState(context.root, driver);
  if (state === 'no_repository') return skipped('there is no git repository');
  if (state === 'no_git') return skipped('git is not installed: undo, diffs and merges need it');
  const path = contextPath(context, attributesName);
  const lacks = missingAttributes(isThere(path) ? readProjectText(context.root, path) : '') !== '';
  if (!lacks && state === 'set') return ok('git merges the memory item by item');
  const wrong = [
    ...(lacks ? [`${contextName}/${attributesName} does not name the merge driver for every file`] : []),
    ...(state === 'missing' ? ['.git/config does not have the merge driver'] : []),
    ...(state === 'another' ? ['the merge driver in .git/config starts another ctx'] : []),
  ];
  return {
    state: 'warning',
    says: `${wrong.join(', and ')}: branches that both add may conflict`,
    fix: 'ctx init',
    mend() {
      if (lacks) addAttributes(context);
      const complaint = state === 'set' ? undefined : setDriver(context.root, driver);
      if (complaint !== undefined)
        throw fail('file_unwritable', { operation: 'write', target: '.git/config', reason: complaint });
      return 'set up';
    },
  };
}
