import { join } from 'node:path';
import { buildPackage } from '../../scripts/build-package.mjs';

await buildPackage({
  packageFolder: import.meta.dirname,
  program: 'ctxctl',
  hook: { name: 'relay', answer: 'commands/audit/relay-answer.ts' },
  schemasFolder: join(import.meta.dirname, '../../schemas/ctxctl'),
});
