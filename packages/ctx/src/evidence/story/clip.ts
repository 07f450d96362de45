// Texts as a page can show them: whole while they are small, their beginning and end where they are not. The log has all.

export interface Clip {
  readonly text: string;
  /** Of the whole text, in UTF-8. */
  readonly bytes: number;
  readonly whole: boolean;
}

export type Clipper = (text: string, most?: number) => Clip;

const usualMost = 16_000;
/** Of one run: behind this, a text is only a short line. */
const mostOfAll = 12_000_000;
const leastShown = 200;

export function newClipper(): Clipper {
  let left = mostOfAll;
  return (text, most = usualMost) => {
    const allowed = Math.max(leastShown, Math.min(most, left));
    const clip = clipTo(text, allowed);
    left -= clip.text.length;
    return clip;
  };
}

function clipTo(text: string, most: number): Clip {
  const bytes = Buffer.byteLength(text);
  if (text.length <= most) return { text, bytes, whole: true };
  const half = Math.floor(most / 2);
  const head = text.slice(0, half).toWellFormed();
  const tail = text.slice(-half).toWellFormed();
  const left = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return { text: `${head}\n[… ${left} bytes, in the log …]\n${tail}`, bytes, whole: false };
}
