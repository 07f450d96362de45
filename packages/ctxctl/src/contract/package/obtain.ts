// Where a package comes from: a tarball that is there, a folder that npm packs, or what npm fetches by name with the
// settings of the person who asks.

import { copyFileSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isThere } from '../../../../ctx/src/kit/files.js';
import { type Child, firstLine } from '../clean-host/child.js';
import { Unusable } from '../clean-host/step.js';
import { npmComplaints } from './npm-complaints.js';
import { packedFolder, type Subject, tarballOf } from './subject.js';

export type PackageSource =
  | { readonly kind: 'tarball'; readonly file: string }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'named'; readonly spec: string };

/** `asked` is the folder of the person who asks: the settings of their project count. */
export async function obtain(subject: Subject, source: PackageSource, asked: string): Promise<void> {
  if (source.kind === 'tarball') return copyTarball(source.file, tarballOf(subject));
  const destination = packedFolder(subject);
  const what = source.kind === 'folder' ? [] : [source.spec];
  const cwd = source.kind === 'folder' ? source.folder : fetchFolder(subject, asked);
  const words = ['pack', '--json', '--pack-destination', destination, '--', ...what];
  // What a named package depends on is fetched meanwhile: npm spends most of both times waiting. Where that fails, the
  // install asks once more, and tells it.
  const [answer] = await Promise.all([
    fetch(subject, words, cwd),
    ...(source.kind === 'named' && !subject.offline ? [installed(subject, source.spec, asked)] : []),
  ]);
  if (answer.exitCode !== 0) throw unavailable(answer, source.kind === 'named' ? source.spec : source.folder);
  renameSync(join(destination, packedName(answer.stdout)), tarballOf(subject));
}

/** Fetches what the package depends on into npm's cache. */
export function fetchDependencies(subject: Subject, asked: string): Promise<Child> {
  return installed(subject, tarballOf(subject), asked);
}

/** An install that is thrown away: what it fetched stays in npm's cache. */
function installed(subject: Subject, what: string, asked: string): Promise<Child> {
  const words = ['install', '--no-save', '--no-package-lock', '--', what];
  return fetch(subject, words, fetchFolder(subject, asked));
}

function fetch(subject: Subject, words: readonly string[], cwd: string): Promise<Child> {
  const [verb = '', ...rest] = words;
  return subject.fetch([verb, subject.offline ? '--offline' : '--prefer-offline', ...rest], { cwd });
}

/** A folder of our own, where npm finds the settings of the project that the person is in. */
function fetchFolder({ places }: Subject, asked: string): string {
  const folder = join(places.root, 'fetch');
  if (isThere(folder)) return folder;
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
  const settings = projectSettings(asked);
  if (settings !== undefined) symlinkSync(settings, join(folder, '.npmrc'));
  return folder;
}

/** Of the nearest folder that npm takes for a project. */
function projectSettings(folder: string): string | undefined {
  if (['package.json', 'node_modules'].some((name) => isThere(join(folder, name)))) {
    const file = join(folder, '.npmrc');
    return isThere(file) ? file : undefined;
  }
  return dirname(folder) === folder ? undefined : projectSettings(dirname(folder));
}

function copyTarball(file: string, to: string): void {
  if (statSync(file).isFile()) copyFileSync(file, to);
  else throw new Unusable('no_package', 'it is not a regular file');
}

function packedName(stdout: string): string {
  const [packed]: { filename?: string }[] = JSON.parse(stdout);
  const name = packed?.filename ?? '';
  // npm of some versions names a scope as it is written, and packs into a flat name.
  return name.replace(/^@/, '').replaceAll('/', '-');
}

/** In npm's own words, where it has any. */
function unavailable({ stderr, stdout, timedOut }: Child, what: string): Unusable {
  const complaints = npmComplaints(stderr);
  const code = complaints.flatMap((line) => /^code (\w+)/.exec(line)?.[1] ?? [])[0];
  if (code === 'E404') return new Unusable('not_found', `npm finds no package ${what}`);
  if (code === 'ETARGET') return new Unusable('not_found', `npm finds no version ${what}`);
  const said = complaints.find((line) => !line.startsWith('code'));
  const words = said ?? (firstLine(stderr) || firstLine(stdout));
  return new Unusable('unavailable', timedOut ? 'npm did not answer in five minutes' : `npm: ${words}`);
}
