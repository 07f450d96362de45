// The whole site in memory, by path: pages at the paths of their Markdown, schemas and pictures as they are.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atomFeed } from './feed.js';
import { headingsOf, htmlOf } from './markdown.js';
import { navigationOf, pageHtml } from './page.js';

const single = [
  'README.md',
  'SCHEMAS.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'PARITY.md',
  'PHILOSOPHY.md',
  'ROADMAP.md',
];
const pageFolders = ['docs', 'docs/cli', 'docs/ctxctl'];
/** Paths of these stay as they are: editors and other pages name them. */
const copied: readonly (readonly [folder: string, ending: string])[] = [
  ['schemas', '.json'],
  ['schemas/ctxctl', '.json'],
  ['docs/images', '.png'],
];
const assets = ['style.css', 'search.js', 'icon.svg'];

export function docsSite(root: string, changedAt: string): Map<string, string | Buffer> {
  const sources = [...single, ...pageFolders.flatMap((folder) => namesIn(root, folder, '.md'))];
  const raw = copied.flatMap(([folder, ending]) => namesIn(root, folder, ending));
  const paths = new Map(sources.map((source) => [source, pagePath(source)]));
  const has = (path: string) => paths.get(path) ?? (raw.includes(path) ? path : undefined);
  const texts = new Map(sources.map((source) => [source, readFileSync(join(root, source), 'utf8')]));
  const navigation = navigationOf(texts.get('docs/README.md') ?? '');
  const files = new Map<string, string | Buffer>();
  const found = [];
  for (const [source, text] of texts) {
    const path = pagePath(source);
    const body = htmlOf(text, source, path, has);
    const [title = source] = headingsOf(text);
    files.set(path, pageHtml({ path, title, body, navigation }));
    found.push({ path, title, says: headingsOf(text).slice(1).join(' · ') });
  }
  files.set('search-index.js', `globalThis.docsPages = ${JSON.stringify(found)};\n`);
  files.set(
    'changes.xml',
    atomFeed(texts.get('CHANGELOG.md') ?? '', changedAt, (text) =>
      htmlOf(text, 'CHANGELOG.md', 'changes.xml', has),
    ),
  );
  for (const path of raw) files.set(path, readFileSync(join(root, path)));
  for (const name of assets) files.set(name, readFileSync(join(import.meta.dirname, 'assets', name), 'utf8'));
  return files;
}

function pagePath(source: string): string {
  return source.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');
}

function namesIn(root: string, folder: string, ending: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => `${folder}/${name}`);
}
