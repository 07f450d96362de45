// Whether JSON text is already in its canonical form (RFC 8785), found by one look over it instead of writing it again.

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Stands for the last key of an array, and for that of an object which has none yet. */
const array = -2;
const none = -1;

/** `text` must be JSON: what a parser refuses is not looked for here. */
export function isCanonicalText(text: string): boolean {
  let nextEscape = nextBackslash(text, 0);
  // Backslashes stand in strings alone, so all strings are looked at together.
  if (nextEscape < text.length && !escapesAreCanonical(text)) return false;
  /** For each object that is open, where its last key begins, at its quote. */
  const lastKeys: number[] = [];
  /** The last of `lastKeys`. */
  let lastKey = array;
  let isKey = false;
  let at = 0;
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case quote: {
        let end = text.indexOf('"', at + 1);
        if (end > nextEscape) {
          while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
          nextEscape = nextBackslash(text, end);
        }
        if (isKey) {
          if (lastKey !== none && !keysAscend(text, lastKey, at)) return false;
          lastKey = at;
          isKey = false;
        }
        at = end + 1;
        break;
      }
      case openBrace:
        lastKeys.push(lastKey);
        lastKey = none;
        isKey = true;
        at += 1;
        break;
      case openBracket:
        lastKeys.push(lastKey);
        lastKey = array;
        isKey = false;
        at += 1;
        break;
      case closeBrace:
      case closeBracket:
        lastKey = lastKeys.pop() ?? array;
        isKey = false;
        at += 1;
        break;
      case comma:
        isKey = lastKey !== array;
        at += 1;
        break;
      case colon:
        at += 1;
        break;
      default: {
        const end = endOfBareWord(text, at);
        if (end === at || !isCanonicalWord(text, at, end)) return false;
        at = end;
      }
    }
  }
  return true;
}

/** Whether the string that begins at `left` is smaller than the one that begins at `right`. */
function keysAscend(text: string, left: number, right: number): boolean {
  for (let i = 1; ; i++) {
    const a = text.charCodeAt(left + i);
    const b = text.charCodeAt(right + i);
    if (a === backslash || b === backslash) return stringAt(text, left) < stringAt(text, right);
    if (a === quote) return b !== quote;
    if (b === quote) return false;
    if (a !== b) return a < b;
  }
}

function stringAt(text: string, start: number): string {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  const value: unknown = JSON.parse(text.slice(start, end + 1));
  return String(value);
}

function nextBackslash(text: string, from: number): number {
  const place = text.indexOf('\\', from);
  return place === -1 ? text.length : place;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

const notCanonicalEscape = /\\(?:\/|u(?!00(?:0[0-7bef]|1[0-9a-f])))/;

/** RFC 8785 escapes what it must, in the shortest form, in lower case. Pairs of backslashes go first. */
function escapesAreCanonical(content: string): boolean {
  // Nearly always. An expression, and a search for a pair, stop at each of a long output's line breaks.
  if (!content.includes('\\u') && !(content.includes('/') && content.includes('\\/'))) return true;
  return !notCanonicalEscape.test(content.includes('\\\\') ? content.replaceAll('\\\\', '') : content);
}

/** The end of a number or of `true`, `false`, `null`. White space is none of these: the word is then empty. */
function endOfBareWord(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end++) {
    const character = text.charCodeAt(end);
    if (character <= 0x20 || character === comma || character === closeBrace || character === closeBracket)
      break;
  }
  return end;
}

function isCanonicalWord(text: string, start: number, end: number): boolean {
  if (isPlainInteger(text, start, end)) return true;
  const word = text.slice(start, end);
  return word === 'true' || word === 'false' || word === 'null' || String(Number(word)) === word;
}

/** Of so few digits that no other number is written the same. JSON has no leading zeros, and minus zero is no integer here. */
function isPlainInteger(text: string, start: number, end: number): boolean {
  if (end - start > 15 || text.charCodeAt(start) === minus) return false;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at);
    if (digit < zero || digit > nine) return false;
  }
  return true;
}
