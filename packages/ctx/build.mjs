import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../../scripts/build-package.mjs';

const packageFolder = import.meta.dirname;

await buildPackage({
  packageFolder,
  program: 'ctx',
  hook: {
    name: 'hook',
    files: {
      start: 'commands/hook-process.ts',
      answer: 'hooks/answer.ts',
      capture: 'capture/capture-event.ts',
      policy: 'policy/policy.ts',
    },
  },
  page: true,
  docs: join(packageFolder, '../../docs'),
  skills: join(packageFolder, '../../skills'),
  schemas: join(packageFolder, '../../schemas'),
  verifier: latestVersion(join(packageFolder, '../../contracts/session')),
  dist: process.argv[2] ?? join(packageFolder, 'dist'),
});

/** The folder of a contract's latest version. */
function latestVersion(contract) {
  const { versions } = JSON.parse(readFileSync(join(contract, 'versions.json'), 'utf8'));
  return join(contract, versions.at(-1).name);
}
