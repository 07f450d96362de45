// Packages as npm has them, in a folder of their own that later runs of the same checkout use again.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '../../../..');

/** The folder of their modules. */
export async function installedFromNpm(packages: readonly string[]): Promise<string> {
  const key = packages.join('+').replace(/[^\w.+-]/g, '_');
  const folder = join(repository, 'node_modules', '.cache', 'ctx-real-hosts', key);
  const modules = join(folder, 'node_modules');
  if (existsSync(folder)) return modules;
  const fresh = `${folder}.${process.pid}.tmp`;
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, 'package.json'), '{"private": true}\n');
  try {
    const words = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      ...packages,
    ];
    await promisify(execFile)('npm', words, { cwd: fresh, timeout: 280_000 });
    renameSync(fresh, folder);
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    if (existsSync(folder)) return modules;
    throw new Error(
      `${packages.join(' and ')} could not be installed from npm, so nothing can be said about them. ` +
        'This test needs a registry that has them the first time it runs in a checkout.',
      { cause },
    );
  }
  return modules;
}
