// Patterns on paths (`src/**/*.{ts,tsx}`), matched in time that a hostile pattern cannot blow up.

/** A pattern that would take too much to match. */
export class PatternTooLarge extends Error {
  override readonly name = 'PatternTooLarge';
}

type Piece =
  | { readonly kind: 'star' }
  | { readonly kind: 'any' }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'class';
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

/** A segment of a path, or `**` for any number of them. */
type Segment = readonly Piece[] | '**';

const mostAlternatives = 256;
const longestPattern = 4096;

/** Without a slash, a pattern is about names at any depth. */
export function pathMatcherOf(pattern: string): (path: string) => boolean {
  if (pattern.length > longestPattern) throw new PatternTooLarge('The pattern is too long.');
  const alternatives = expandBraces(pattern.replace(/^\.\//, '')).map((plain) =>
    (plain.includes('/') ? plain : `**/${plain}`).split('/').filter(Boolean).map(segmentOf),
  );
  return (path) => {
    const parts = path.split('/');
    return alternatives.some((segments) => matchesPath(segments, parts));
  };
}

function expandBraces(pattern: string): string[] {
  let done = [''];
  let rest = pattern;
  for (;;) {
    const group = /^(.*?)\{([^{}]*,[^{}]*)\}/s.exec(rest);
    if (group === null) return done.map((text) => text + rest);
    const [whole, before = '', choices = ''] = group;
    done = done.flatMap((text) => choices.split(',').map((choice) => text + before + choice));
    if (done.length > mostAlternatives) throw new PatternTooLarge('The pattern has too many alternatives.');
    rest = rest.slice(whole.length);
  }
}

function segmentOf(text: string): Segment {
  if (text === '**') return '**';
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const bracket = /^\[([!^]?)(\]?[^\]]*)\]/s.exec(character === '[' ? text.slice(at) : '');
    if (character === '*') {
      if (pieces.at(-1)?.kind !== 'star') pieces.push({ kind: 'star' });
    } else if (character === '?') pieces.push({ kind: 'any' });
    else if (bracket !== null) {
      const [whole, negation, inner = ''] = bracket;
      pieces.push({ kind: 'class', negated: negation !== '', ranges: rangesOf(inner) });
      at += whole.length - 1;
    } else if (character === '\\' && at + 1 < text.length)
      pieces.push({ kind: 'text', text: text.charAt(++at) });
    else pieces.push({ kind: 'text', text: character });
  }
  return pieces;
}

function rangesOf(inner: string): [string, string][] {
  return [...inner.matchAll(/(.)-(.)|(.)/gs)].map(([, from, to, one = '']) => [from ?? one, to ?? one]);
}

/** Row by row over the segments: which parts of the path can be matched so far. */
function matchesPath(segments: readonly Segment[], parts: readonly string[]): boolean {
  let reached = parts.map(() => false);
  reached.unshift(true);
  for (const segment of segments) {
    const next = parts.map(() => false);
    next.unshift(segment === '**' && reached[0] === true);
    for (const [index, part] of parts.entries()) {
      next[index + 1] =
        segment === '**'
          ? reached[index + 1] === true || next[index] === true
          : reached[index] === true && matchesName(segment, part);
    }
    reached = next;
  }
  return reached[parts.length] === true;
}

/** Goes back to the last star only: what an earlier one took never has to be taken back. */
function matchesName(pieces: readonly Piece[], name: string): boolean {
  let [piece, place, star, resume] = [0, 0, -1, 0];
  while (place < name.length) {
    const wanted = pieces[piece];
    if (wanted?.kind === 'star') {
      star = piece++;
      resume = place;
    } else if (wanted !== undefined && takes(wanted, name.charAt(place))) {
      piece++;
      place++;
    } else if (star >= 0) {
      piece = star + 1;
      place = ++resume;
    } else return false;
  }
  while (pieces[piece]?.kind === 'star') piece++;
  return piece === pieces.length;
}

function takes(piece: Piece, character: string): boolean {
  switch (piece.kind) {
    case 'text':
      return piece.text === character;
    case 'class':
      return piece.ranges.some(([from, to]) => from <= character && character <= to) !== piece.negated;
    default:
      return true;
  }
}
