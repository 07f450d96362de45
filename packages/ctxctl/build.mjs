import { join } from 'node:path';
import { buildPackage } from '../../scripts/build-package.mjs';

await buildPackage({
  packageFolder: import.meta.dirname,
  program: 'ctxctl',
  hook: 'relay',
  schemasFolder: join(import.meta.dirname, '../../schemas/ctxctl'),
});
