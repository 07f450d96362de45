// A long text as its beginning and its end, with how much is left out between them.

export interface Clip {
  readonly text: string;
  /** Of the whole text, in UTF-8. */
  readonly bytes: number;
  readonly whole: boolean;
}

export function clipTo(text: string, most: number): Clip {
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
