// A failure in its words, for whoever tells it in the middle of something else. The words are loaded only then.

import type { Words } from '../protocol/envelope.js';
import type { Failure } from '../protocol/failure.js';
import { wordsOf } from './wording.js';

export async function failureInWords(failure: Failure, program: string): Promise<Words> {
  const { words } = await import('./words.js');
  return wordsOf(words, failure, program);
}

/** The message, and the hint where there is one on a line of its own. */
export async function failureText(failure: Failure, program: string): Promise<string> {
  const { message, hint } = await failureInWords(failure, program);
  return hint === undefined ? message : `${message}\n${hint}`;
}
