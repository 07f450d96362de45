// The package of ctx as it is built for this test run, with a fault planted in it: packed, or put where npm would install it.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProgram, repository } from '../../ctx/test/built.js';
import { temporaryFolder } from '../../ctx/test/folder.js';
import { filesBelow } from '../src/contract/clean-host/files-below.js';
import { ctxSteps } from '../src/contract/ctx/contract.js';
import type { CtxStep } from '../src/contract/ctx/subject.js';
import type { ContractConfig } from '../src/contract/package/config.js';
import { installedPackage, manifestFile, packedFolder } from '../src/contract/package/subject.js';

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
  unpackInto(folder);
  const built = filesBelow(join(folder, 'dist')).map((name) => join('dist', name));
  plant(folder);
  const tarball = join(top, 'package.tgz');
  execFileSync('tar', ['--use-compress-program', 'gzip -1', '-cf', tarball, '-C', top, 'package']);
  return { tarball, built, linted: false };
}

export interface PlacedPackage {
  readonly plant: (folder: string) => void;
}

/** For a fault that shows after the install: npm takes longer than all that comes after it. */
export function placedPackage(plant: (folder: string) => void = () => {}): PlacedPackage {
  return { plant };
}

/** The contract, whose install puts the package and its programs where npm does, and needs no tarball. */
export function stepsOnPlaced(
  { plant }: PlacedPackage,
  config: ContractConfig,
  checkout: string,
): readonly CtxStep[] {
  const place = (install: CtxStep): CtxStep => ({
    ...install,
    needs: [],
    async run(subject) {
      mkdirSync(packedFolder(subject));
      cpSync(join(repository, 'packages/ctx/package.json'), manifestFile(subject));
      const folder = installedPackage(subject);
      unpackInto(folder);
      plant(folder);
      const programs = join(subject.places.prefix, 'bin');
      mkdirSync(programs, { recursive: true });
      for (const [name, file] of Object.entries({ ctx: 'ctx.cjs', 'ctx-hook': 'hook.cjs' }))
        symlinkSync(join(folder, 'dist', file), join(programs, name));
      return {};
    },
  });
  return ctxSteps(config, checkout).map((step) => (step.name === 'install' ? place(step) : step));
}

function unpackInto(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const own = join(repository, 'packages/ctx');
  for (const name of readdirSync(own).filter((entry) => /^(package\.json|README\.md|LICENSE)$/.test(entry)))
    cpSync(join(own, name), join(folder, name));
  copyProgram(join(folder, 'dist'));
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

/** The commands that it says it has: the others are there, and nobody looks at them. */
export function listOnly(folder: string, names: readonly string[]): void {
  const file = join(folder, 'dist/schemas/commands.json');
  const table: { commands: { name: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  const commands = table.commands.filter(({ name }) => names.includes(name));
  writeFileSync(file, JSON.stringify({ ...table, commands }));
}

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
