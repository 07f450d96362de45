// Long outputs, shortened to their head and tail. Secrets are taken out before this, never after.

import { wordsToModel } from './words-to-model.js';

const outputLimit = 30_000;

export interface Truncated {
  readonly text: string;
  readonly truncated?: { readonly bytes_seen: number; readonly bytes_kept: number };
}

/** At most `limit` characters and the line that says what is missing. `seen` is how many bytes there really were. */
export function truncate(text: string, seen = Buffer.byteLength(text), limit = outputLimit): Truncated {
  if (text.length <= limit) {
    const bytes_kept = Buffer.byteLength(text);
    return seen > bytes_kept ? { text, truncated: { bytes_seen: seen, bytes_kept } } : { text };
  }
  const head = text.slice(0, wholeCharacters(text, Math.ceil(limit / 2)));
  const tail = text.slice(wholeCharacters(text, text.length - Math.floor(limit / 2)));
  const bytes_kept = Buffer.byteLength(head) + Buffer.byteLength(tail);
  const bytes_seen = Math.max(seen, Buffer.byteLength(text));
  return {
    text: `${head}\n${wordsToModel.leftOut(bytes_seen - bytes_kept)}\n${tail}`,
    truncated: { bytes_seen, bytes_kept },
  };
}

/** The place itself, or the one after it where it would cut a surrogate pair in two. */
function wholeCharacters(text: string, place: number): number {
  const second = text.charCodeAt(place);
  return second >= 0xdc00 && second <= 0xdfff ? place + 1 : place;
}
