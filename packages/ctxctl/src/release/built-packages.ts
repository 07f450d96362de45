// What a release builds: packed, looked at by the checkers of packages, installed into a fresh place and started there.

import { mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageFolders } from './checked-files.js';
import { type Found, failedBy, fine, type Release, type ReleaseStep, type Tarball } from './step.js';

export const packageSteps: readonly ReleaseStep[] = [
  {
    name: 'build',
    proves: 'both programs build from what is committed, and no generated file is stale',
    look: async ({ run, root }) => {
      const built = await run('npm', ['run', '--silent', 'build']);
      if (!built.ok) return failedBy('npm run build', built);
      const tsx = join(root, 'node_modules/.bin/tsx');
      return failedBy('npm run generate -- --check', await run(tsx, ['scripts/generate.ts', '--check']));
    },
  },
  {
    name: 'pack',
    proves: 'each package holds its program, README, licence and manual page, and no source or test',
    look: async (release) => {
      const problems: string[] = [];
      for (const folder of packageFolders) {
        const packed = await pack(release, folder);
        if ('problems' in packed) return packed;
        release.tarballs.push(packed);
        problems.push(...missingIn(packed));
      }
      return { problems };
    },
  },
  {
    name: 'checkers',
    proves: 'publint and attw find nothing wrong with what other programs import',
    look: async (release) => {
      const problems: string[] = [];
      for (const { file } of release.tarballs) {
        const bin = (name: string) => join(release.root, 'node_modules/.bin', name);
        const linted = await release.run(bin('publint'), [file, '--strict']);
        problems.push(...failedBy(`publint ${basename(file)}`, linted).problems);
      }
      const [ctx] = release.tarballs;
      const attw = join(release.root, 'node_modules/.bin/attw');
      const words = [ctx?.file ?? '', '--profile', 'node16'];
      problems.push(...failedBy('attw', await release.run(attw, words)).problems);
      return { problems };
    },
  },
  {
    name: 'install',
    proves: 'each tarball installs without a network into a fresh prefix and home, and says its version',
    look: async (release) => {
      const problems: string[] = [];
      for (const tarball of release.tarballs) problems.push(...(await installed(release, tarball)));
      return { problems };
    },
  },
];

async function pack({ run, root, place }: Release, folder: string): Promise<Tarball | Found> {
  const cwd = join(root, folder);
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', place];
  const ran = await run('npm', words, { cwd });
  if (!ran.ok) return failedBy(`npm pack in ${folder}`, ran);
  const [{ name, version, filename, files }] = JSON.parse(ran.stdout);
  const file = join(place, filename);
  const paths = files.map(({ path }: { path: string }) => path);
  const programs = name === 'ctxctl' ? ['ctxctl'] : ['ctx'];
  return { name, version, file, bytes: statSync(file).size, files: paths, programs };
}

function missingIn({ name, files, programs }: Tarball): string[] {
  const [program = ''] = programs;
  const wanted = ['README.md', 'LICENSE', 'package.json', `man/${program}.1`, `dist/${program}.cjs`];
  const missing = [...wanted, 'dist/THIRD-PARTY-LICENSES.txt'].filter((path) => !files.includes(path));
  const unwanted = files.filter((path) =>
    /(?<!\.d)\.[cm]?ts$|\.test\.|^src\/|^test\/|\/compiled\//.test(path),
  );
  return [
    ...missing.map((path) => `${name} lacks ${path}`),
    ...unwanted.map((path) => `${name} holds ${path}`),
  ];
}

async function installed({ run, place }: Release, { name, version, file, programs }: Tarball) {
  const [prefix, home] = [join(place, `prefix-${name}`), join(place, `home-${name}`)];
  for (const folder of [prefix, home]) mkdirSync(folder);
  const env = { HOME: home };
  const words = ['install', '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', file];
  const put = await run('npm', words, { cwd: home, env });
  if (!put.ok) return failedBy(`npm install ${basename(file)}`, put).problems;
  const problems: string[] = [];
  for (const program of programs) {
    const started = await run(join(prefix, 'bin', program), ['--version'], { cwd: home, env });
    if (started.stdout !== `${program} ${version}\n`)
      problems.push(`${program} --version says ${JSON.stringify(started.said)}`);
  }
  return problems.length === 0 ? fine.problems : problems;
}
