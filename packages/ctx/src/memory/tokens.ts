// How many tokens a text is at most, without a tokenizer: an estimate that is meant to err upwards.
//
// Tokenizers cut text into words and pieces of words, numbers into groups of digits, and what they rarely see (keys,
// hashes, rare scripts) almost into single bytes. So: a word of letters counts a token for every three of them, one
// that is glued to another (`camelCase`, keys) for every two, one that nobody would say (no vowel, or a long row of
// consonants) for each; every digit and every other sign counts one, other scripts one to three a character. A space
// before a word belongs to the word. Against two tokenizers in wide use (o200k, cl100k) English prose and code come out
// at 1.4 to 1.9 times their count, base64 at 1.1, other scripts higher.

const LF = 10;
const space = 32;

/** For an overview: a large text is judged by pieces of it, so that it takes no longer than a small one. */
export function tokensAbout(text: string): number {
  const pieces = 16;
  const pieceLength = 512;
  if (text.length <= pieces * pieceLength * 2) return tokensAtMost(text);
  const step = Math.floor(text.length / pieces);
  let sample = '';
  for (let i = 0; i < pieces; i++) sample += text.slice(i * step, i * step + pieceLength);
  return Math.ceil((tokensAtMost(sample) / sample.length) * text.length);
}

export function tokensAtMost(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (isLetter(code)) {
      const end = endOfWord(text, at);
      tokens += tokensOfWord(text, at, end);
      at = end;
    } else if (code === space) {
      const end = endOfSpaces(text, at);
      // One space goes with the word behind it; more of them, or one before a line's end, are a token.
      const alone = end - at > 1 || end === text.length || text.charCodeAt(end) === LF;
      tokens += alone ? 1 : 0;
      at = end;
    } else {
      tokens += code < 0x80 ? 1 : tokensBeyondAscii(code);
      at += 1;
    }
  }
  return tokens;
}

/** A capital letter begins a new word, as it does for tokenizers; a row of capitals is one. */
function endOfWord(text: string, start: number): number {
  let end = start + 1;
  const capitals = isCapital(text.charCodeAt(start)) && isCapital(text.charCodeAt(end));
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (!isLetter(code) || isCapital(code) !== capitals) break;
    end += 1;
  }
  return end;
}

function tokensOfWord(text: string, start: number, end: number): number {
  const length = end - start;
  if (start > 0 && isLetterOrDigit(text.charCodeAt(start - 1)))
    return length < 3 ? length : Math.ceil(length / 2);
  if (length < 3) return 1;
  if (isCapital(text.charCodeAt(start + 1))) return Math.ceil(length / 2);
  let vowels = 0;
  let row = 0;
  let longestRow = 0;
  for (let at = start; at < end; at++) {
    if (isVowel(text.charCodeAt(at) | 0x20)) {
      vowels += 1;
      row = 0;
    } else longestRow = Math.max(longestRow, ++row);
  }
  return vowels === 0 || longestRow > 4 ? length : Math.ceil(length / 3);
}

/** Greek and Cyrillic words are known to tokenizers; of most other scripts they know characters, of some only bytes. */
function tokensBeyondAscii(code: number): number {
  if (code >= 0x370 && code < 0x530) return 1;
  const known = code < 0x800 || (code >= 0xe00 && code < 0xe80) || (code >= 0x3000 && code < 0xe000);
  return known ? 2 : 3;
}

function endOfSpaces(text: string, start: number): number {
  let end = start + 1;
  while (text.charCodeAt(end) === space) end += 1;
  return end;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 97 && lower <= 122 && code < 0x80;
}

function isLetterOrDigit(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57);
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** a, e, i, o, u, y */
function isVowel(lower: number): boolean {
  return lower === 97 || lower === 101 || lower === 105 || lower === 111 || lower === 117 || lower === 121;
}
