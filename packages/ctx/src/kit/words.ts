// The words for failures: those that both programs share, and how a table of them is asked.

export { type WordsFor, wordsOf } from '../cli/wording.js';
export { words as sharedWords } from '../cli/words.js';
