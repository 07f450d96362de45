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

function clipTo(text: string, most: number): Clip {
  const bytes = Buffer.byteLength(text);
  if (text.length <= most) return { text, bytes, whole: true };
  const half = Math.floor(most / 2);
  const head = ownText(text.slice(0, half).toWellFormed());
  const tail = ownText(text.slice(-half).toWellFormed());
  const left = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return { text: `${head}\n[… ${left} bytes, in the log …]\n${tail}`, bytes, whole: false };
}

/** A piece of a text keeps all of that text in memory, as V8 does it; a copy does not. */
export function ownText(piece: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(piece));
  return typeof copy === 'string' ? copy : piece;
}
