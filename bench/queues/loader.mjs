// Packages of a folder that is not ours, loaded from there.

import { createRequire } from 'node:module';
import { join } from 'node:path';

export function loaderOf(folder) {
  return createRequire(join(folder, 'package.json'));
}
