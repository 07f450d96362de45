// JSON that people write, where nothing says what shape it has.

import { fail } from '../protocol/codes.js';

/** `shown` is how messages call the document. */
export function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw fail('document_malformed', {
      operation: 'parse',
      target: shown,
      line: 1,
      problem: cause.message,
      cause,
    });
  }
}
