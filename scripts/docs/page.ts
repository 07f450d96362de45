// A page of the site around its text: head, navigation, search. Nothing is inline, and nothing comes from elsewhere.

import { posix } from 'node:path';

interface NavigationItem {
  readonly title: string;
  readonly path: string;
}

interface NavigationGroup {
  readonly title: string;
  readonly items: readonly NavigationItem[];
}

interface Page {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  readonly navigation: readonly NavigationGroup[];
}

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** The pages in the order, and under the headings, in which the docs' own front page names them. */
export function navigationOf(index: string): NavigationGroup[] {
  return index.split(/^## /m).map((section, at) => {
    const links = [...section.matchAll(/\[([^\]]+)\]\(((?:\.\.\/)?[\w/-]+)\.md\)/g)];
    const pages = links.map(([, title = '', name = '']) => ({ title, path: pathOf(name) }));
    if (at > 0) return { title: section.split('\n', 1)[0] ?? '', items: pages };
    return { title: 'Guides', items: [{ title: 'Overview', path: 'docs/index.html' }, ...pages] };
  });
}

function pathOf(name: string): string {
  return `${posix.normalize(`docs/${name}`).replace(/README$/, 'index')}.html`;
}

export function pageHtml({ path, title, body, navigation }: Page): string {
  const to = (file: string) => posix.relative(posix.dirname(path), file) || posix.basename(file);
  const row = (item: NavigationItem) => {
    const here = item.path === path ? ' aria-current="page"' : '';
    return `<li><a href="${to(item.path)}"${here}>${escaped(item.title)}</a></li>`;
  };
  const groups = navigation.map(
    ({ title: group, items }) => `<p>${escaped(group)}</p>\n<ul>\n${items.map(row).join('\n')}\n</ul>`,
  );
  const root = posix.relative(posix.dirname(path), '.') || '.';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(path === 'index.html' ? title : `${title} · ctx`)}</title>
<link rel="stylesheet" href="${to('style.css')}">
<link rel="icon" type="image/svg+xml" href="${to('icon.svg')}">
<link rel="alternate" type="application/atom+xml" title="Changes of ctx" href="${to('changes.xml')}">
<script src="${to('search-index.js')}" defer></script>
<script src="${to('search.js')}" defer></script>
</head>
<body data-root="${root}">
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="home" href="${to('index.html')}">ctx</a>
<div class="search" role="search">
<input type="search" aria-label="Search the docs" placeholder="Search" autocomplete="off">
<ul class="found" hidden></ul>
</div>
</header>
<div class="columns">
<nav aria-label="Pages">
<details>
<summary>Pages</summary>
${groups.join('\n')}
</details>
</nav>
<main id="text">
${body}
</main>
</div>
<footer><a href="${to('changes.xml')}">Feed of changes</a> · <a href="${to('SECURITY.html')}">Security</a> · Apache-2.0</footer>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
