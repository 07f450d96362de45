// Patterns on paths (`src/**/*.{ts,tsx}`), matched in time that a hostile pattern cannot blow up.

import { alternatives } from '../text/alternatives.js';
import { many, matchesAll, nameMatcher, segmentsOf } from './glob.js';

/** A pattern that would take too much to match. */
export class PatternTooLarge extends Error {
  override readonly name = 'PatternTooLarge';
}

const longestPattern = 4096;

/** Without a slash, a pattern is about names at any depth. */
export function pathMatcherOf(pattern: string): (path: string) => boolean {
  if (pattern.length > longestPattern) throw new PatternTooLarge('The pattern is too long.');
  const forms = alternatives(pattern.replace(/^\.\//, ''));
  if (forms === undefined) throw new PatternTooLarge('The pattern has too many alternatives.');
  const choices = forms.map((plain) => stepsOf(plain.includes('/') ? plain : `**/${plain}`));
  return (path) => {
    const parts = path.split('/');
    return choices.some((steps) => matchesAll(steps, parts));
  };
}

/** A bracket that does not close stands for itself. */
function stepsOf(glob: string) {
  const plain = glob.replace(/\/+/g, '/').replace(/\/$/, '');
  const segments = segmentsOf(plain) ?? segmentsOf(plain.replaceAll('[', '\\[')) ?? [];
  return segments.map((segment) => (segment.isMany ? many : nameMatcher(segment)));
}
