// Bytes of unknown length in bounded memory: the head and the tail are kept, and how many there were.

import { wordsToModel } from '../words-to-model.js';

export class HeadAndTail {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  bytesSeen = 0;

  constructor(limit = 1024 * 1024) {
    this.#half = Math.floor(limit / 2);
  }

  push(chunk: Buffer): void {
    this.bytesSeen += chunk.length;
    const room = this.#half - this.#headBytes;
    if (room > 0) {
      this.#head.push(chunk.subarray(0, room));
      this.#headBytes += Math.min(room, chunk.length);
    }
    if (chunk.length > room) this.#keepTail(chunk.subarray(Math.max(0, room)));
  }

  /** What was kept, as text. Bytes that are not UTF-8 become replacement characters, or an error where `strict`. */
  text(options: { strict?: boolean } = {}): string {
    const decoder = new TextDecoder('utf-8', { fatal: options.strict ?? false, ignoreBOM: true });
    const tail = Buffer.concat(this.#tail).subarray(-this.#half);
    const leftOut = this.bytesSeen - this.#headBytes - tail.length;
    if (leftOut === 0) return decoder.decode(Buffer.concat([...this.#head, tail]));
    const [start, end] = [wholeStart(Buffer.concat(this.#head)), wholeEnd(tail)];
    const missing = this.bytesSeen - start.length - end.length;
    return `${decoder.decode(start)}\n${wordsToModel.leftOut(missing)}\n${decoder.decode(end)}`;
  }

  #keepTail(chunk: Buffer): void {
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    if (this.#tailBytes < this.#half * 2) return;
    const last = Buffer.concat(this.#tail).subarray(-this.#half);
    this.#tail = [Buffer.from(last)];
    this.#tailBytes = last.length;
  }
}

/** Without the character that the end of the head cut in two. */
function wholeStart(bytes: Buffer): Buffer {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead--;
  const length = lengthOfCharacter(bytes[lead] ?? 0);
  return lead + length > bytes.length ? bytes.subarray(0, lead) : bytes;
}

function wholeEnd(bytes: Buffer): Buffer {
  let first = 0;
  while (first < 3 && isContinuation(bytes[first])) first++;
  return bytes.subarray(first);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function lengthOfCharacter(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}
