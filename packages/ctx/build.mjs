import { join } from 'node:path';
import { buildPackage } from '../../scripts/build-package.mjs';

await buildPackage({
  packageFolder: import.meta.dirname,
  program: 'ctx',
  hook: 'hook',
  schemasFolder: join(import.meta.dirname, '../../schemas'),
});
