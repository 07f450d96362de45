import { join } from 'node:path';
import { buildProgram } from '../../scripts/build-package.mjs';

await buildProgram({
  packageFolder: import.meta.dirname,
  program: 'ctxctl',
  schemasFolder: join(import.meta.dirname, '../../schemas/ctxctl'),
});
