// What a driven agent says between two calls, piece by piece: kept for its record, and shown while it comes.

import type { ModelPart } from '../protocol/records.js';
import type { RedactedStream } from '../session/redact-stream.js';

export type SaidType = 'text' | 'reasoning';

/** No more of an answer is kept than a record can hold. */
const longestAnswer = 1 << 24;

export class SaidWords {
  readonly #show: (type: SaidType, text: string) => void;
  readonly #stream: () => RedactedStream;
  #parts: ModelPart[] = [];
  #length = 0;
  readonly #shown = new Map<SaidType, RedactedStream>();

  /** `show` gets texts and thoughts, without secrets, while they come. */
  constructor(stream: () => RedactedStream, show: (type: SaidType, text: string) => void) {
    this.#stream = stream;
    this.#show = show;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get hasText(): boolean {
    return this.#parts.some(({ type }) => type === 'text');
  }

  add(type: SaidType, piece: string): void {
    if (piece === '' || this.#length + piece.length > longestAnswer) return;
    this.#length += piece.length;
    const last = this.#parts.at(-1);
    if (last?.type === type) this.#parts[this.#parts.length - 1] = { type, text: last.text + piece };
    else this.#parts.push({ type, text: piece });
    const shown = this.#shown.get(type) ?? this.#stream();
    this.#shown.set(type, shown);
    this.#tell(type, shown.push(piece));
  }

  /** All of it; what comes next begins anew. */
  take(): ModelPart[] {
    for (const [type, shown] of this.#shown) this.#tell(type, shown.end());
    this.#shown.clear();
    return this.drop();
  }

  #tell(type: SaidType, text: string): void {
    if (text !== '') this.#show(type, text);
  }

  drop(): ModelPart[] {
    const parts = this.#parts;
    this.#parts = [];
    this.#length = 0;
    return parts;
  }
}
