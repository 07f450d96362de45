// The docs site: every link leads somewhere, nothing is inline or from elsewhere, schemas and feed are where they are promised.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atomFeed } from './feed.js';
import { docsSite } from './site.js';

const root = join(import.meta.dirname, '../..');
const site = docsSite(root, '2026-11-18T00:00:00Z');
const pages = [...site].flatMap(([path, content]) =>
  path.endsWith('.html') && typeof content === 'string' ? [[path, content] as const] : [],
);

function problemsOf(path: string, html: string): string[] {
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
  return links.flatMap((link) => {
    if (/^(?:https?|mailto):/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
    const there = site.get(target);
    if (there === undefined) return [`${path}: ${link} is nowhere`];
    if (anchor === undefined) return [];
    return String(there).includes(`id="${anchor}"`) ? [] : [`${path}: ${link} has no such place`];
  });
}

describe('the docs site', () => {
  it('has a page for each of the sources, and every link of them leads somewhere', () => {
    expect(pages.length).toBeGreaterThan(150);
    expect(pages.flatMap(([path, html]) => problemsOf(path, html))).toEqual([]);
  });

  it('keeps flags whole in running text, and leaves blocks of code as they are', () => {
    const readme = String(site.get('index.html'));
    expect(readme).toContain('<code>ctx init <span class="whole">--hooks</span></code>');
    const blocks = [...readme.matchAll(/<pre.*?<\/pre>/gs)].join('');
    expect(blocks).toContain('--last');
    expect(blocks).not.toContain('<span');
  });

  it('loads nothing from elsewhere and has nothing inline, under a strict policy', () => {
    for (const [path, html] of pages) {
      expect(html).toContain(
        `content="default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'`,
      );
      expect([path, /<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+="/i.test(html)]).toEqual([path, false]);
      expect([path, /<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?\/\//.test(html)]).toEqual([
        path,
        false,
      ]);
    }
  });

  it('has the schemas at their paths, byte for byte', () => {
    for (const path of ['schemas/session-config.json', 'schemas/ctxctl/clean-host-config.json'])
      expect(site.get(path)).toEqual(readFileSync(join(root, path)));
  });

  it('finds pages by their title and their headings', () => {
    const index = String(site.get('search-index.js'));
    expect(index).toMatch(/^globalThis\.docsPages = \[/);
    expect(index).toContain('"path":"docs/policy.html"');
  });
});

describe('the feed of changes', () => {
  it('is well-formed, with an entry for each version and the day of the newest', () => {
    const feed = atomFeed(
      '# Changelog\n\n## 1.1.0 (2026-12-01)\n\n- `a < b` & c\n\n## 1.0.0 (2026-11-01)\n\n- First.\n',
      'x',
      (text) => text,
    );
    const count =
      'import sys, xml.dom.minidom as m; print(len(m.parse(sys.stdin).getElementsByTagName("entry")))';
    expect(execFileSync('python3', ['-c', count], { input: feed, encoding: 'utf8' })).toBe('2\n');
    expect(feed).toContain('<updated>2026-12-01T00:00:00Z</updated>\n<author>');
    expect(feed).toContain('<id>urn:ctx:changes:1.0.0</id>');
  });

  it('has the changelog of this repository', () => {
    const feed = String(site.get('changes.xml'));
    expect(feed).toContain('<updated>2026-11-18T00:00:00Z</updated>');
    const html = feed.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    expect(html).toContain('href="docs/policies-to-copy.html"');
    expect(problemsOf('changes.xml', html)).toEqual([]);
  });
});
