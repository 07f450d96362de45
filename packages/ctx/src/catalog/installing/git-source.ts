// The files of an entry whose source is a page of a git server, from the newest commit there.

import { rmSync } from 'node:fs';
import { makeTemporaryFolder } from '../../disk/temporary-folder.js';
import { fetchSnapshot } from '../../git/fetch-snapshot.js';
import { gitMissing, runGit } from '../../git/run-git.js';
import { fail } from '../../protocol/codes.js';
import type { Entry } from '../entry.js';
import { type Gathered, type GatheredFile, isLicence, sourceGone, Takings } from './gathered.js';
import type { GitPage } from './git-page.js';

const patienceMs = 120_000;

export async function gitSource(
  entry: Entry,
  page: GitPage,
  around: { readonly env: Readonly<Record<string, string | undefined>>; readonly signal: AbortSignal },
): Promise<Gathered> {
  const into = makeTemporaryFolder('install');
  try {
    const { repository: url, ref } = page;
    const complaint = await fetchSnapshot({ url, ref, into, timeoutMs: patienceMs, ...around });
    if (complaint === gitMissing) throw fail('git_not_installed', { operation: 'install', target: entry.id });
    if (complaint !== undefined) throw sourceGone(entry, complaint);
    return await gatherFrom(into, entry, page, around.env);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

interface Listed {
  readonly mode: string;
  readonly object: string;
  readonly size: number;
  readonly path: string;
}

async function gatherFrom(
  folder: string,
  entry: Entry,
  { path }: GitPage,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Gathered> {
  const listing = await answered(folder, entry, ['ls-tree', '-r', '-l', '-z', 'HEAD'], env);
  const all = listing.toString('utf8').split('\0').filter(Boolean).map(listed);
  const own =
    entry.kind === 'skill'
      ? all.filter((one) => one.path.startsWith(`${path}/`))
      : all.filter((one) => one.path === path);
  if (own.length === 0) throw sourceGone(entry, `the repository has no ${path} any more`);
  const takings = new Takings(entry.id, entry.source);
  const base = entry.kind === 'skill' ? `${path}/` : `${path.split('/').slice(0, -1).join('/')}/`;
  const named = (one: Listed) => (one.path.startsWith(base) ? one.path.slice(base.length) : one.path);
  for (const one of own) {
    if (one.mode === '120000') throw takings.unfit(`${named(one)} is a link`);
    if (one.mode === '160000') throw takings.unfit(`${named(one)} is another repository`);
    takings.allow(named(one), one.size);
  }
  const licences = nearestLicences(all, path);
  for (const one of licences) takings.allow(one.path.split('/').at(-1) ?? '', one.size);
  const read = await contentsOf(folder, entry, [...own, ...licences], env);
  const commit = (await answered(folder, entry, ['rev-parse', 'HEAD'], env)).toString('utf8').trim();
  const file = (one: Listed, name: string): GatheredFile => ({
    path: name,
    bytes: read.get(one.object) ?? Buffer.alloc(0),
    executable: one.mode === '100755',
  });
  return {
    from: entry.source,
    files: own.map((one) => file(one, named(one))),
    licences: licences.map((one) => file(one, one.path.split('/').at(-1) ?? '')),
    commit,
  };
}

function listed(line: string): Listed {
  const tab = line.indexOf('\t');
  const [mode = '', , object = '', size = '0'] = line.slice(0, tab).split(/ +/);
  return { mode, object, size: Number(size) || 0, path: line.slice(tab + 1) };
}

/** Those of the nearest folder above that has any. */
function nearestLicences(all: readonly Listed[], path: string): Listed[] {
  for (let parts = path.split('/').slice(0, -1); ; parts = parts.slice(0, -1)) {
    const prefix = parts.length === 0 ? '' : `${parts.join('/')}/`;
    const found = all.filter((one) => {
      const name = one.path.startsWith(prefix) ? one.path.slice(prefix.length) : '/';
      return one.mode.startsWith('100') && !name.includes('/') && isLicence(name);
    });
    if (found.length > 0 || parts.length === 0) return found;
  }
}

/** All contents in one call of git. */
async function contentsOf(
  folder: string,
  entry: Entry,
  files: readonly Listed[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, Buffer>> {
  const objects = [...new Set(files.map(({ object }) => object))];
  const input = objects.map((object) => `${object}\n`).join('');
  const bytes = await answered(folder, entry, ['cat-file', '--batch'], env, input);
  const found = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    const [object = '', type = '', size = ''] = bytes.toString('latin1', at, end).split(' ');
    if (type !== 'blob') throw sourceGone(entry, `git did not give ${object}`);
    found.set(object, bytes.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return found;
}

async function answered(
  folder: string,
  entry: Entry,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  input = '',
): Promise<Buffer> {
  const { status, stdout, complaint } = await runGit(folder, words, { env, input });
  if (status !== 0) throw sourceGone(entry, complaint.split('\n')[0] ?? 'git failed');
  return stdout;
}
