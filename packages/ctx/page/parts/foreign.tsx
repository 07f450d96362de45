// Texts that somebody else wrote. They only ever become text nodes; what steers a browser or the direction of text is written out,
// and no text turns the direction of its neighbours.

import { inPlainSight } from '../../src/text/steering.js';

export function Foreign({ text }: { readonly text: string }) {
  return <bdi>{inPlainSight(text)}</bdi>;
}

/** For attributes and titles. */
export const plain = inPlainSight;
