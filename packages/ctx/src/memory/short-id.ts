// Short ids that two branches do not both give away: eight letters and digits that follow from what was written and when.

/** Without `h`, which begins the ids of what people wrote by hand, and without what is easily misread. */
const beginnings = 'abcdefgjkmnpqrstuvwxyz';
const signs = '23456789abcdefghjkmnpqrstuvwxyz';
const length = 8;
const form = /^[a-gjkmnp-z][2-9a-hjkmnp-z]{7}$/;

export function isShortId(word: string): boolean {
  return form.test(word);
}

/** The same words give the same id. */
export function shortId(words: string): string {
  let rest = numberFrom(words);
  let id = beginnings[rest % beginnings.length] ?? '';
  rest = Math.floor(rest / beginnings.length);
  while (id.length < length) {
    id += signs[rest % signs.length];
    rest = Math.floor(rest / signs.length);
  }
  return id;
}

/** An id that nothing has yet; the same words and the same `isTaken` give the same one. */
export function freeShortId(words: string, isTaken: (id: string) => boolean): string {
  for (let tries = 0; ; tries++) {
    const id = shortId(tries === 0 ? words : `${words}\n${tries}`);
    if (!isTaken(id)) return id;
  }
}

/** 53 bits. A digest of node:crypto would cost a start more than all the rest of a command. */
function numberFrom(words: string): number {
  let [low, high] = [0x811c9dc5, 0x2b9c1f47];
  for (let i = 0; i < words.length; i++) {
    const unit = words.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 15);
  }
  return mixed(low ^ high) * 2 ** 21 + (mixed(high) >>> 11);
}

function mixed(word: number): number {
  let mix = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
