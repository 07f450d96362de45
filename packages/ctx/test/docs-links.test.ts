// Every link between README.md and the pages of docs/ leads to a file and a heading that are there; docs/README.md names every page.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './built.js';
import { pages } from './documented/lines.js';

const textOf = (page: string) => readFileSync(join(repository, page), 'utf8');
const withoutCode = (text: string) => text.replace(/^```.*?^```$/gms, '');

/** As GitHub names the anchor of a heading. */
const anchorsOf = (page: string) =>
  Array.from(withoutCode(textOf(page)).matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

const linksOf = (page: string) =>
  Array.from(withoutCode(textOf(page)).matchAll(/\]\(<?([^)>\s]+)>?\)/g), ([, target = '']) => target).filter(
    (target) => !/^[a-z][a-z+.-]*:/.test(target),
  );

it.each(pages)('%s links to what is there', (page) => {
  const broken = linksOf(page).filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(repository, file))) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });
  expect(broken).toEqual([]);
});

it('docs/README.md leads to every page', () => {
  const named = new Set(linksOf('docs/README.md').map((target) => `docs/${target.split('#', 1)[0]}`));
  expect(
    pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md' && !named.has(page)),
  ).toEqual([]);
});
