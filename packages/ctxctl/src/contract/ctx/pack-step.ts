import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../clean-host/files-below.js';
import { succeeded } from '../clean-host/host.js';
import { expectThat } from '../clean-host/step.js';
import { packStep } from '../package/pack-step.js';
import { packedFolder, tarballOf } from '../package/subject.js';
import { buildProblems } from './packing.js';
import type { CtxStep, CtxSubject } from './subject.js';

export const ctxPackStep: CtxStep = packStep(
  async (subject: CtxSubject) => {
    const { places, checkout, given } = subject;
    const clone = join(places.root, 'clone');
    const built = given?.built ?? (await packClone(subject, clone));
    if (given !== undefined) copyFileSync(given.tarball, tarballOf(subject));
    if (given?.linted !== false) await checkEntryPoints(subject);
    return (packed) => buildProblems(packed, { built, foreign: [checkout, clone] });
  },
  {
    proves: 'the committed tree packs into a tarball that holds what was built and nothing else',
    triage:
      'look at `files`, `bin` and `exports` in packages/ctx/package.json, and at `npm pack --dry-run` there',
  },
);

/** Builds in a copy of what is committed, packs, and takes the copy away. Gives what was built. */
async function packClone(subject: CtxSubject, clone: string): Promise<string[]> {
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
    await succeeded('git archive', subject.tool('git', archive));
    mkdirSync(clone, { recursive: true });
    await succeeded('tar', subject.tool('tar', ['-xf', tree, '-C', clone]));
    rmSync(tree);
    for (const folder of ['node_modules', 'packages/ctx/node_modules']) {
      if (existsSync(join(checkout, folder)))
        await copyFolder(subject, join(checkout, folder), join(clone, folder));
    }
    const own = join(clone, 'packages', 'ctx');
    const build = subject.tool(process.execPath, ['build.mjs'], { cwd: own, timeoutMs: 120_000 });
    await succeeded('the build', build);
    const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', packedFolder(subject)];
    // A cache of its own: the home is for what the package leaves there.
    const env = { ...subject.env, npm_config_cache: join(places.root, 'npm', 'cache') };
    const { stdout } = await succeeded(
      'npm pack',
      subject.tool('npm', words, { cwd: own, env, timeoutMs: 120_000 }),
    );
    copyFileSync(join(packedFolder(subject), stdout.trim()), tarballOf(subject));
    return filesBelow(join(own, 'dist')).map((name) => join('dist', name));
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

/** By hard links where the file system has them. A symbolic link would lead the build out of the clone. */
async function copyFolder(subject: CtxSubject, from: string, to: string): Promise<void> {
  const linked = await subject.tool('cp', ['-RPl', from, to]);
  if (linked.exitCode === 0) return;
  rmSync(to, { recursive: true, force: true });
  await succeeded('cp', subject.tool('cp', ['-RP', from, to], { timeoutMs: 300_000 }));
}

/** publint and are-the-types-wrong, from the checkout's own development dependencies. */
async function checkEntryPoints(subject: CtxSubject): Promise<void> {
  const tool = (name: string, ...words: string[]) => {
    const program = join(subject.checkout, 'node_modules', '.bin', name);
    return subject.tool(process.execPath, [program, ...words], { timeoutMs: 120_000 });
  };
  const [lint, types] = await Promise.all([
    tool('publint', tarballOf(subject), '--strict'),
    tool('attw', tarballOf(subject), '--profile', 'node16', '--format', 'ascii', '--no-color', '--no-emoji'),
  ]);
  expectThat(lint.exitCode === 0, `publint: ${lint.stdout.trim() || lint.stderr.trim()}`);
  expectThat(types.exitCode === 0, `are-the-types-wrong: ${types.stdout.trim() || types.stderr.trim()}`);
}
