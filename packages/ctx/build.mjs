import { join } from 'node:path';
import { buildProgram } from '../../scripts/build-package.mjs';

await buildProgram({
  packageFolder: import.meta.dirname,
  program: 'ctx',
  schemasFolder: join(import.meta.dirname, '../../schemas'),
});
