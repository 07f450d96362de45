import { join } from 'node:path';
import { buildProgram } from '../../scripts/build-package.mjs';

await buildProgram({
  packageFolder: import.meta.dirname,
  program: 'ctxctl',
  together: join(import.meta.dirname, 'src/commands/audit/relay-answer.ts'),
  schemasFolder: join(import.meta.dirname, '../../schemas/ctxctl'),
});
