// Failures with a code, and the words for them.

export { type WordsFor, wordsOf } from '../cli/wording.js';
export { words as sharedWords } from '../cli/words.js';
export { fail as failShared } from '../protocol/codes.js';
export type { Words } from '../protocol/envelope.js';
export { code, type FactsOf, Failure, failuresOf, isSystemError, type Where } from '../protocol/failure.js';
export { nearest } from '../text/nearest.js';
