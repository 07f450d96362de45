// The package of ctx as it is built for this test run, packed once, and again with a fault planted in it.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProgram, repository } from '../../ctx/test/built.js';
import { temporaryFolder } from '../../ctx/test/folder.js';
import { packedFiles } from '../src/contract/clean-host/tarball.js';

export interface PlantedPackage {
  readonly tarball: string;
  /** What was built, whether it is packed or not. */
  readonly built: readonly string[];
  /** Whether publint and are-the-types-wrong look at it; they take their time. */
  readonly linted: boolean;
}

/** `plant` changes the unpacked package before it is packed. */
export function plantedPackage(plant: (folder: string) => void = () => {}): PlantedPackage {
  const top = temporaryFolder();
  const folder = join(top, 'package');
  mkdirSync(folder);
  const own = join(repository, 'packages/ctx');
  for (const name of readdirSync(own).filter((entry) => /^(package\.json|README\.md|LICENSE)$/.test(entry)))
    cpSync(join(own, name), join(folder, name));
  copyProgram(join(folder, 'dist'));
  const built = packedFiles(join(folder, 'dist')).map((name) => join('dist', name));
  plant(folder);
  const tarball = join(top, 'package.tgz');
  execFileSync('tar', ['--use-compress-program', 'gzip -1', '-cf', tarball, '-C', top, 'package']);
  return { tarball, built, linted: false };
}

/** Code that runs before the program, in its own file: others of its files load that one by name. */
export function before(code: string, file = 'ctx.cjs'): (folder: string) => void {
  return (folder) => {
    const program = join(folder, 'dist', file);
    const [shebang, ...lines] = readFileSync(program, 'utf8').split('\n');
    writeFileSync(program, [shebang, code, ...lines].join('\n'));
  };
}

/** Code that runs in the place of every hook. */
export const onHook = (code: string) => before(code, 'hook.cjs');

export function changedManifest(
  change: (manifest: Record<string, unknown>) => void,
): (folder: string) => void {
  return (folder) => {
    const file = join(folder, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    change(manifest);
    writeFileSync(file, JSON.stringify(manifest));
  };
}
