// How much of a text a page can show: of each text so much, of a run and of a session no more than that. The log has all.

import { type Clip, clipTo } from '../../text/clip.js';

export type Clipper = (text: string, most?: number) => Clip;

const usualMost = 16_000;
/** Of one run: behind this, a text is only a short line. */
const mostOfAll = 12_000_000;
const leastShown = 200;

/** Of one run. `session` is what is left for the texts of all runs together. */
export function newClipper(session: { left: number }): Clipper {
  let left = mostOfAll;
  return (text, most = usualMost) => {
    const allowed = Math.max(leastShown, Math.min(most, left, session.left));
    const clip = clipTo(text, allowed);
    left -= clip.text.length;
    session.left -= clip.text.length;
    return clip;
  };
}
