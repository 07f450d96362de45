// Whether JSON text is already in its canonical form (RFC 8785), found by one look over it instead of writing it again.

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** `text` must be JSON: what a parser refuses is not looked for here. */
export function isCanonicalText(text: string): boolean {
  // Backslashes stand in strings alone, so all strings are looked at together.
  if (!escapesAreCanonical(text)) return false;
  /** For each object that is open its last key, and nothing for an array. */
  const open: (string | undefined)[] = [];
  let isKey = false;
  let nextEscape = nextBackslash(text, 0);
  let at = 0;
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case quote: {
        let end = text.indexOf('"', at + 1);
        const isPlain = end < nextEscape;
        if (!isPlain) {
          while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
          nextEscape = nextBackslash(text, end);
        }
        if (isKey) {
          const key = isPlain ? text.slice(at + 1, end) : unescaped(text.slice(at, end + 1));
          const last = open[open.length - 1];
          // The empty key is the smallest, and stands for "none yet" behind a brace.
          if (last !== undefined && key <= last && !(last === '' && text.charCodeAt(at - 1) === openBrace))
            return false;
          open[open.length - 1] = key;
          isKey = false;
        }
        at = end + 1;
        break;
      }
      case openBrace:
        open.push('');
        isKey = true;
        at += 1;
        break;
      case openBracket:
        open.push(undefined);
        isKey = false;
        at += 1;
        break;
      case closeBrace:
      case closeBracket:
        open.pop();
        isKey = false;
        at += 1;
        break;
      case comma:
        isKey = open[open.length - 1] !== undefined;
        at += 1;
        break;
      case colon:
        at += 1;
        break;
      default: {
        const end = endOfBareWord(text, at);
        if (end === at || !isCanonicalWord(text.slice(at, end))) return false;
        at = end;
      }
    }
  }
  return true;
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
  // Nearly always: an expression would stop at each of a long output's line breaks.
  if (!content.includes('\\u') && !content.includes('\\/')) return true;
  return !notCanonicalEscape.test(content.includes('\\\\') ? content.replaceAll('\\\\', '') : content);
}

function unescaped(string: string): string {
  const value: unknown = JSON.parse(string);
  return String(value);
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

function isCanonicalWord(word: string): boolean {
  if (word === 'true' || word === 'false' || word === 'null') return true;
  return String(Number(word)) === word;
}
