// A model's pattern on paths; one that is too large is refused in words.

import { pathMatcherOf as matcherOf, PatternTooLarge } from '../../files/path-glob.js';
import { Refusal } from './workspace.js';

export function pathMatcherOf(pattern: string): (path: string) => boolean {
  try {
    return matcherOf(pattern);
  } catch (error) {
    throw error instanceof PatternTooLarge ? new Refusal(error.message) : error;
  }
}
