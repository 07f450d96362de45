// A page of the site around its text: head, navigation, search. Nothing is inline, and nothing comes from elsewhere.

import { posix } from 'node:path';

interface NavigationItem {
  readonly title: string;
  readonly path: string;
}

interface Page {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  readonly navigation: readonly NavigationItem[];
}

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** The pages in the order in which the docs' own front page names them. */
export function navigationOf(index: string): NavigationItem[] {
  const links = [...index.matchAll(/\[([^\]]+)\]\(([\w-]+)\.md\)/g)];
  const pages = links.map(([, title = '', name = '']) => ({ title, path: `docs/${name}.html` }));
  return [
    { title: 'Overview', path: 'docs/index.html' },
    ...pages,
    { title: 'Commands', path: 'docs/cli/index.html' },
    { title: 'Commands of ctxctl', path: 'docs/ctxctl/index.html' },
    { title: 'JSON answers', path: 'SCHEMAS.html' },
    { title: 'Changes', path: 'CHANGELOG.html' },
  ];
}

export function pageHtml({ path, title, body, navigation }: Page): string {
  const to = (file: string) => posix.relative(posix.dirname(path), file) || posix.basename(file);
  const items = navigation.map((item) => {
    const here = item.path === path ? ' aria-current="page"' : '';
    return `<li><a href="${to(item.path)}"${here}>${escaped(item.title)}</a></li>`;
  });
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
<ul>
${items.join('\n')}
</ul>
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
