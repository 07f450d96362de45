// Patterns on paths (`src/**/*.{ts,tsx}`), matched in time that a hostile pattern cannot blow up.

import { many, matchesAll, nameMatcher, segmentsOf } from './glob.js';

/** A pattern that would take too much to match. */
export class PatternTooLarge extends Error {
  override readonly name = 'PatternTooLarge';
}

const mostAlternatives = 256;
const longestPattern = 4096;

/** Without a slash, a pattern is about names at any depth. */
export function pathMatcherOf(pattern: string): (path: string) => boolean {
  if (pattern.length > longestPattern) throw new PatternTooLarge('The pattern is too long.');
  const alternatives = expandBraces(pattern.replace(/^\.\//, '')).map((plain) =>
    stepsOf(plain.includes('/') ? plain : `**/${plain}`),
  );
  return (path) => {
    const parts = path.split('/');
    return alternatives.some((steps) => matchesAll(steps, parts));
  };
}

function expandBraces(pattern: string): string[] {
  let done = [''];
  let rest = pattern;
  for (;;) {
    const group = /^(.*?)\{([^{}]*,[^{}]*)\}/s.exec(rest);
    if (group === null) return done.map((text) => text + rest);
    const [whole, before = '', choices = ''] = group;
    done = done.flatMap((text) => choices.split(',').map((choice) => text + before + choice));
    if (done.length > mostAlternatives) throw new PatternTooLarge('The pattern has too many alternatives.');
    rest = rest.slice(whole.length);
  }
}

/** A bracket that does not close stands for itself. */
function stepsOf(glob: string) {
  const plain = glob.replace(/\/+/g, '/').replace(/\/$/, '');
  const segments = segmentsOf(plain) ?? segmentsOf(plain.replaceAll('[', '\\[')) ?? [];
  return segments.map((segment) => (segment.isMany ? many : nameMatcher(segment)));
}
