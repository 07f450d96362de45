// Text that comes piece by piece, without its secrets: what may still become one is held back until it is decided.

import { authorizationBegun, privateKeyBegun } from './token-shapes.js';

export interface RedactedStream {
  /** What can be shown now, of this piece and those before it. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
}

/** Every token that has a shape, and nearly every secret, is one run of these. */
const wordCharacter = /[\x21-\x7e]/;

/** So little is looked at with every piece. */
const shortHeld = 4096;

/** `redact` takes the secrets out of a text; `values` are those that are known by their value. Each call begins a stream. */
export function redactedStreams(
  redact: (text: string) => string,
  values: Iterable<string>,
): () => RedactedStream {
  const withSpaces = [...values].filter((value) => ![...value].every((c) => wordCharacter.test(c)));
  return () => redactedStream(redact, withSpaces);
}

function redactedStream(redact: (text: string) => string, withSpaces: readonly string[]): RedactedStream {
  let held = '';
  /** Where the run of word characters at the end of `held` begins. */
  let run = 0;
  /** What is held back is looked at again when it has grown to this: a flood of small pieces takes no longer than one large one. */
  let lookAt = 0;

  /** How much can be shown: cut where nothing that matters can go on over the cut. */
  function safeLength(): number {
    let safe = isHighSurrogate(held.charCodeAt(run - 1)) ? run - 1 : run;
    for (let before = -1; before !== safe; ) {
      before = safe;
      for (const begun of [authorizationBegun, privateKeyBegun]) safe = placeOf(begun, held.slice(0, safe));
      for (const value of withSpaces) safe = beginningOf(value, held, safe);
    }
    return safe;
  }

  return {
    push(piece) {
      // Of the piece alone: every look at a letter of what is held would put all of it together anew.
      let at = piece.length;
      while (at > 0 && wordCharacter.test(piece.charAt(at - 1))) at--;
      if (at > 0) run = held.length + at;
      held += piece;
      if (run === 0 || held.length < lookAt) return '';
      const safe = safeLength();
      const shown = redact(held.slice(0, safe));
      held = held.slice(safe);
      run -= safe;
      lookAt = held.length < shortHeld ? 0 : held.length * 1.25;
      return shown;
    },
    end() {
      const rest = redact(held);
      held = '';
      run = 0;
      lookAt = 0;
      return rest;
    },
  };
}

function placeOf(begun: RegExp, text: string): number {
  const place = text.search(begun);
  return place === -1 ? text.length : place;
}

/** The place before `cut` where the value stands, or as much of it as there is yet, if it reaches over the cut. */
function beginningOf(value: string, text: string, cut: number): number {
  for (let place = Math.max(0, cut - value.length + 1); place < cut; place++) {
    if (value.startsWith(text.slice(place, place + value.length))) return place;
  }
  return cut;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
