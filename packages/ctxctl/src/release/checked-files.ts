// What a release says of itself, in files: one version everywhere, a section of the changelog, an address, pages that know of it, a clean tree.

import { join } from 'node:path';
import { readText } from '../../../ctx/src/kit/files.js';
import { type Found, failedBy, fine, open, type Release, type ReleaseStep } from './step.js';

const semantic = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

export const packageFolders = ['packages/ctx', 'packages/ctxctl'];

/** What a reader sees before an install. */
const welcomingPages = ['README.md', join('docs', 'install.md')];

export const fileSteps: readonly ReleaseStep[] = [
  {
    name: 'version',
    proves: 'the version of package.json is that of both packages, of the lock file and of the tag',
    look: (release) => {
      const wanted = versionOf(release.root);
      const places = packageFolders.map((folder): [string, string] => {
        return [`${folder}/package.json`, String(jsonOf(release.root, `${folder}/package.json`)['version'])];
      });
      const locked = jsonOf(release.root, 'package-lock.json')['packages'];
      for (const folder of packageFolders)
        places.push([`package-lock.json (${folder})`, lockedVersion(locked, folder)]);
      if (release.tag !== undefined) places.push(['the tag', release.tag.replace(/^v/, '')]);
      const problems = places
        .filter(([, version]) => version !== wanted)
        .map(([place, version]) => `${place} says ${version}, package.json ${wanted}`);
      if (!semantic.test(wanted)) problems.unshift(`${wanted} is not a version: MAJOR.MINOR.PATCH`);
      return { problems };
    },
  },
  {
    name: 'changelog',
    proves: 'CHANGELOG.md has a section for the version, with a date and at least one entry',
    look: (release) => changelogFound(release, readText(join(release.root, 'CHANGELOG.md'))),
  },
  {
    name: 'address',
    proves: 'the packages will name the repository that is released from',
    look: (release) => {
      const { repository } = jsonOf(release.root, 'package.json');
      const url =
        typeof repository === 'object' && repository !== null && 'url' in repository
          ? String(repository.url)
          : '';
      const here = release.env['GITHUB_REPOSITORY'];
      if (url.includes('/OWNER/'))
        return here === undefined
          ? open(release, `repository is ${url}: npm run address -- OWNER/NAME says where it is`)
          : { problems: [], notes: [`the packages will name github.com/${here}, where this runs`] };
      if (here !== undefined && !url.includes(`/${here}.git`))
        return { problems: [`repository is ${url}, and this is ${here}: npm refuses the provenance`] };
      return url === '' ? { problems: ['package.json names no repository'] } : fine;
    },
  },
  {
    name: 'pages',
    proves: 'no page says that the release is still to come',
    look: (release) => {
      const early = welcomingPages.filter((page) =>
        /not on npm yet|not released/.test(readText(join(release.root, page))),
      );
      return early.length === 0
        ? fine
        : open(release, `${early.join(' and ')} still say that the release is not there: take that out`);
    },
  },
  {
    name: 'tree',
    proves: 'everything that is released is committed',
    look: async ({ run }) => {
      const status = await run('git', ['status', '--porcelain']);
      if (!status.ok) return failedBy('git status', status);
      const changed = status.stdout.split('\n').filter((line) => line !== '');
      const shown = changed.slice(0, 5).map((line) => line.slice(3));
      return changed.length === 0
        ? fine
        : { problems: [`${changed.length} files are not committed: ${shown.join(', ')}`] };
    },
  },
];

export function changelogFound(release: Release, text: string): Found {
  const version = versionOf(release.root);
  const lines = text.split('\n');
  const heading = lines.findIndex((line) => line.startsWith(`## ${version}`));
  if (heading === -1) return { problems: [`CHANGELOG.md has no section "## ${version}"`] };
  const rest = lines.slice(heading + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  const entries = rest.slice(0, end === -1 ? undefined : end).filter((line) => line.startsWith('- '));
  if (entries.length === 0) return { problems: [`the section "## ${version}" of CHANGELOG.md is empty`] };
  const dated = new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`);
  return dated.test(lines[heading] ?? '')
    ? fine
    : open(release, `CHANGELOG.md says "${lines[heading]}": write the date, "## ${version} (YYYY-MM-DD)"`);
}

export function versionOf(root: string): string {
  return String(jsonOf(root, 'package.json')['version']);
}

function jsonOf(root: string, path: string): Record<string, unknown> {
  return JSON.parse(readText(join(root, path)));
}

function lockedVersion(packages: unknown, folder: string): string {
  if (typeof packages !== 'object' || packages === null) return 'nothing';
  const entry: unknown = Object.entries(packages).find(([name]) => name === folder)?.[1];
  return typeof entry === 'object' && entry !== null && 'version' in entry
    ? String(entry.version)
    : 'nothing';
}
