// What a driven agent says between two calls, piece by piece: kept for its record, and shown while it comes.

import type { ModelPart } from '../protocol/records.js';
import type { RedactedStream } from '../session/redact-stream.js';

/** No more of an answer is kept than a record can hold. */
const longestAnswer = 1 << 24;

export class SaidWords {
  readonly #show: (text: string) => void;
  readonly #stream: () => RedactedStream;
  #parts: ModelPart[] = [];
  #length = 0;
  #shown: RedactedStream | undefined;

  /** `show` gets texts, without secrets, while they come. */
  constructor(stream: () => RedactedStream, show: (text: string) => void) {
    this.#stream = stream;
    this.#show = show;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get hasText(): boolean {
    return this.#parts.some(({ type }) => type === 'text');
  }

  add(type: 'text' | 'reasoning', piece: string): void {
    if (piece === '' || this.#length + piece.length > longestAnswer) return;
    this.#length += piece.length;
    const last = this.#parts.at(-1);
    if (last?.type === type) this.#parts[this.#parts.length - 1] = { type, text: last.text + piece };
    else this.#parts.push({ type, text: piece });
    if (type !== 'text') return;
    this.#shown ??= this.#stream();
    const text = this.#shown.push(piece);
    if (text !== '') this.#show(text);
  }

  /** All of it; what comes next begins anew. */
  take(): ModelPart[] {
    const text = this.#shown?.end() ?? '';
    this.#shown = undefined;
    if (text !== '') this.#show(text);
    return this.drop();
  }

  drop(): ModelPart[] {
    const parts = this.#parts;
    this.#parts = [];
    this.#length = 0;
    return parts;
  }
}
