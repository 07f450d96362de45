import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { succeeded } from '../clean-host/host.js';
import { expectNone, expectThat } from '../clean-host/step.js';
import { manifestOf, packedFiles, tarballProblems } from '../clean-host/tarball.js';
import { type CtxStep, packageName, type Subject, tarballOf } from './subject.js';

export const packStep: CtxStep = {
  name: 'pack',
  proves: 'the committed tree packs into a tarball that holds what was built and nothing else',
  triage:
    'look at `files`, `bin` and `exports` in packages/ctx/package.json, and at `npm pack --dry-run` there',
  needs: [],
  async run(subject) {
    const { places, checkout, given } = subject;
    const folder = join(places.root, 'packed');
    mkdirSync(folder, { recursive: true });
    const clone = join(places.root, 'clone');
    const built = given?.built ?? (await packClone(subject, clone));
    if (given !== undefined) copyFileSync(given.tarball, tarballOf(subject));
    const unpacked = join(folder, 'package');
    await succeeded('tar', subject.run('tar', ['-xzf', tarballOf(subject), '-C', folder]));
    const manifest = manifestOf(unpacked);
    expectThat(manifest.name === packageName, `the tarball is of ${manifest.name}, not of ${packageName}`);
    expectNone(tarballProblems({ folder: unpacked, built, foreign: [checkout, clone], never: /ctxctl/ }));
    if (given?.linted !== false) await checkEntryPoints(subject);
    return { version: manifest.version, files: packedFiles(unpacked).length };
  },
};

/** Builds in a copy of what is committed, packs, and takes the copy away. Gives what was built. */
async function packClone(subject: Subject, clone: string): Promise<string[]> {
  const { checkout, places } = subject;
  const tree = join(places.root, 'tree.tar');
  try {
    // Whoever owns the checkout: the clean home has no configuration that could say so.
    const archive = [
      '-c',
      'safe.directory=*',
      '-C',
      checkout,
      'archive',
      '--format=tar',
      '--output',
      tree,
      'HEAD',
    ];
    await succeeded('git archive', subject.run('git', archive));
    mkdirSync(clone, { recursive: true });
    await succeeded('tar', subject.run('tar', ['-xf', tree, '-C', clone]));
    rmSync(tree);
    for (const folder of ['node_modules', 'packages/ctx/node_modules']) {
      if (existsSync(join(checkout, folder)))
        await copyFolder(subject, join(checkout, folder), join(clone, folder));
    }
    const own = join(clone, 'packages', 'ctx');
    await succeeded(
      'the build',
      subject.run(process.execPath, ['build.mjs'], { cwd: own, timeoutMs: 120_000 }),
    );
    const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', join(places.root, 'packed')];
    const { stdout } = await succeeded('npm pack', subject.npm(words, { cwd: own }));
    copyFileSync(join(places.root, 'packed', stdout.trim()), tarballOf(subject));
    return packedFiles(join(own, 'dist')).map((name) => join('dist', name));
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

/** By hard links where the file system has them. A symbolic link would lead the build out of the clone. */
async function copyFolder(subject: Subject, from: string, to: string): Promise<void> {
  const linked = await subject.run('cp', ['-RPl', from, to]);
  if (linked.exitCode === 0) return;
  rmSync(to, { recursive: true, force: true });
  await succeeded('cp', subject.run('cp', ['-RP', from, to], { timeoutMs: 300_000 }));
}

/** publint and are-the-types-wrong, from the checkout's own development dependencies. */
async function checkEntryPoints(subject: Subject): Promise<void> {
  const tool = (name: string, ...words: string[]) => {
    const program = join(subject.checkout, 'node_modules', '.bin', name);
    return subject.run(process.execPath, [program, ...words], { timeoutMs: 120_000 });
  };
  const [lint, types] = await Promise.all([
    tool('publint', tarballOf(subject), '--strict'),
    tool('attw', tarballOf(subject), '--profile', 'node16', '--format', 'ascii', '--no-color', '--no-emoji'),
  ]);
  expectThat(lint.exitCode === 0, `publint: ${lint.stdout.trim() || lint.stderr.trim()}`);
  expectThat(types.exitCode === 0, `are-the-types-wrong: ${types.stdout.trim() || types.stderr.trim()}`);
}
