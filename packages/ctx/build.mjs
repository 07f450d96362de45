import { join } from 'node:path';
import { buildPackage } from '../../scripts/build-package.mjs';

await buildPackage({
  packageFolder: import.meta.dirname,
  program: 'ctx',
  hook: {
    name: 'hook',
    start: 'commands/hook-process.ts',
    answer: 'hooks/answer.ts',
    parts: { capture: 'capture/capture-event.ts' },
  },
  schemasFolder: join(import.meta.dirname, '../../schemas'),
});
