// Chunks as a carrier brings them, cut into lines. A line keeps its bytes: whoever passes it on changes nothing.

export interface WireLine {
  /** Without its LF. Of a line that is too long, its beginning. */
  readonly bytes: Buffer;
  /** How many bytes it has, also where they were not kept. */
  readonly length: number;
  readonly tooLong: boolean;
  /** Whether its LF was there; only the last line can lack it. */
  readonly ended: boolean;
}

const LF = 0x0a;
/** Enough of a line that is not kept to see whose request it was. */
const keptOfTooLong = 512;

export class LineSplitter {
  readonly #longest: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isDropping = false;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The lines that end in this chunk. */
  *take(chunk: Uint8Array): Generator<WireLine, void> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      this.#hold(bytes.subarray(start, end));
      start = end + 1;
      yield this.#whole(true);
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start));
  }

  /** After the last chunk: what had no LF. */
  end(): WireLine | undefined {
    return this.#heldBytes === 0 ? undefined : this.#whole(false);
  }

  #hold(piece: Buffer): void {
    this.#heldBytes += piece.length;
    if (!this.#isDropping) this.#held.push(piece);
    if (this.#isDropping || this.#heldBytes <= this.#longest) return;
    this.#isDropping = true;
    // A copy: the piece would keep its whole chunk in memory.
    this.#held = [Buffer.from(Buffer.concat(this.#held).subarray(0, keptOfTooLong))];
  }

  #whole(ended: boolean): WireLine {
    const [first, ...others] = this.#held;
    const bytes =
      first === undefined ? Buffer.alloc(0) : others.length === 0 ? first : Buffer.concat(this.#held);
    const line = { bytes, length: this.#heldBytes, tooLong: this.#isDropping, ended };
    this.#held = [];
    this.#heldBytes = 0;
    this.#isDropping = false;
    return line;
  }
}
