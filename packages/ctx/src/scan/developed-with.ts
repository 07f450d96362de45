// What a development dependency, or a file of the tests, may name: what one develops with, not what a project runs on.

import type { Technologies } from './technology.js';

const categories: ReadonlySet<string> = new Set(['language', 'testing', 'build_system', 'docs']);

/** Of the other categories, what tests and tools bring along. */
const others: ReadonlySet<string> = new Set([
  'devcontainer',
  'docker',
  'docker-compose',
  'node.js',
  'openapi',
]);

export function isDevelopedWith(name: string, known: Technologies): boolean {
  // A template engine among what builds the documentation is not the project's.
  if (name === 'jinja') return false;
  return others.has(name) || categories.has(known.categoryOf(name) ?? '');
}

/** What a file of the documentation may name: what its pages are written and published with. */
export function isDocumentedWith(name: string, known: Technologies, declared: boolean): boolean {
  if (isDevelopedWith(name, known) || known.categoryOf(name) === 'ai_tooling') return true;
  // A package of a platform may only count visitors; a file of it publishes the pages.
  return pageTools.has(name) || (!declared && publishers.has(name));
}

const pageTools: ReadonlySet<string> = new Set(
  'astro documentation-site hugo jekyll next.js react tailwindcss vue'.split(' '),
);

const publishers: ReadonlySet<string> = new Set(['github', 'netlify', 'vercel']);
