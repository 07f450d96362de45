import { join } from 'node:path';
import { buildPackage } from '../../scripts/build-package.mjs';

const packageFolder = import.meta.dirname;

await buildPackage({
  packageFolder,
  program: 'ctxctl',
  hook: { name: 'relay', files: { answer: 'commands/audit/relay-answer.ts' } },
  schemas: join(packageFolder, '../../schemas/ctxctl'),
  dist: process.argv[2] ?? join(packageFolder, 'dist'),
});
