// Builds the docs site: README, docs, SCHEMAS and the changelog as static pages.
//
//   npm run docs [-- --out DIR]        (default: dist/docs)

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { docsSite } from './docs/site.js';

const root = join(import.meta.dirname, '..');
const given = process.argv.indexOf('--out');
const out = resolve(given === -1 ? join(root, 'dist/docs') : (process.argv[given + 1] ?? ''));
// The section of a version that is not released has no date of its own.
const changedAt = execFileSync('git', ['log', '-1', '--format=%cI', '--', 'CHANGELOG.md'], {
  cwd: root,
  encoding: 'utf8',
}).trim();
const files = docsSite(root, changedAt);
if (given === -1) rmSync(out, { recursive: true, force: true });
for (const [path, content] of files) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), content);
}
const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
console.log(`${files.size} files, ${Math.round(bytes / 1024)} KiB in ${out}`);
