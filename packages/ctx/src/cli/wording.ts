// How a failure becomes words: a table that says every code, and the one place that asks it. The tables themselves are
// loaded only when something failed.

import type { Words } from '../protocol/envelope.js';
import type { CodeTable, FactsOf, Failure, Where } from '../protocol/failure.js';
import { onOneLine } from '../text/one-line.js';

/** One sentence, and the next step where there is one. A method, so that a table of all of them can be called. */
interface Saying<Facts> {
  say(failure: Where & Facts, program: string): Words;
}

export type WordsFor<T extends CodeTable> = { readonly [C in keyof T]: Saying<FactsOf<T[C]>>['say'] };

export type WordTable = Readonly<Record<string, Saying<object>['say']>>;

export function wordsOf(table: WordTable, failure: Failure, program: string): Words {
  const said = failure.wordedAs ??
    table[failure.code]?.(withShortNames(failure.where), program) ?? {
      message: `Failed with ${failure.code}`,
    };
  return { ...said, message: sentence(said.message) };
}

/** What somebody typed, which words repeat. A sentence is hardly longer than this. */
const typed = ['target', 'value', 'other', 'prompt'];
const longest = 200;
/** Linux opens no path that is longer. Up to that it is repeated whole: people copy it, and a command with it. */
const longestPath = 4096;
const [head, tail] = [40, 20];

/** The same facts, with whatever somebody typed in its beginning and its end where it would bury the words. */
function withShortNames(where: Where): Where {
  const long = Object.entries(where).filter(
    (fact): fact is [string, string] =>
      typed.includes(fact[0]) &&
      typeof fact[1] === 'string' &&
      fact[1].length > (/^'?(?:\/|[A-Za-z]:[\\/])/.test(fact[1]) ? longestPath : longest),
  );
  if (long.length === 0) return where;
  const short = long.map(([name, text]) => [
    name,
    `${text.slice(0, head)}…${text.slice(-tail)}`.toWellFormed(),
  ]);
  return { ...where, ...Object.fromEntries(short) };
}

/** A message may end in somebody else's text, a provider's or a server's; it stays one line and one sentence. */
function sentence(text: string): string {
  const line = onOneLine(text);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
