// What is wrong with the tarball of ctx, besides what would be wrong with any: all that was built has to be in it, and
// nothing else.

import { isBelow } from '../clean-host/environment.js';
import type { Packed } from '../clean-host/tarball.js';

export interface Built {
  /** What was built and has to be there, relative to the package. */
  readonly built: readonly string[];
  /** Folders whose paths nothing may mention: the checkout, the clone. */
  readonly foreign: readonly string[];
}

/** What npm packs whatever `files` says. */
const always = /^(package\.json|readme(\.\w+)?|licen[cs]e(\.\w+)?)$/i;
const sources = /(^|\/)(src|test|tests|__tests__|fixtures)\/|\.test\.|(?<!\.d)\.[cm]?ts$|\.tsx$/;
const texts = /\.([cm]?js|json|map|md|[cm]?ts|ya?ml|txt)$/;

/** One line for each. */
export function buildProblems({ manifest, files }: Packed, { built, foreign }: Built): string[] {
  const names = [...files.keys()];
  const allowed = (name: string) => always.test(name) || manifest.files.some((entry) => isBelow(entry, name));
  return [
    ...built.filter((name) => !files.has(name)).map((name) => `missing: ${name} was built and not packed`),
    ...names.filter((name) => !allowed(name)).map((name) => `outside \`files\`: ${name}`),
    ...names.filter((name) => sources.test(name)).map((name) => `a source or a test: ${name}`),
    ...[...files].flatMap(([name, content]) => contentProblems(name, content, foreign)),
  ];
}

function contentProblems(name: string, content: Buffer, foreign: readonly string[]): string[] {
  if (!texts.test(name)) return [];
  const named = foreign.filter((path) => content.includes(path)).map((path) => `${name} mentions ${path}`);
  return name.endsWith('.map') && /"sources":\[[^\]]*"\//.test(content.toString())
    ? [...named, `${name} maps to absolute paths`]
    : named;
}
