// A place in a text that moves on as the text is read. What runs out of text is said to be cut off.

export class Cursor {
  readonly #text: string;
  #at = 0;
  /** Something was opened and never closed. */
  cutOff = false;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get position(): number {
    return this.#at;
  }

  /** What was taken since a position. */
  from(position: number): string {
    return this.#text.slice(position, this.#at);
  }

  peek(ahead = 0): string | undefined {
    return this.#text[this.#at + ahead];
  }

  take(): string | undefined {
    return this.#text[this.#at++];
  }

  skip(count: number): void {
    this.#at += count;
  }

  skipAll(): void {
    this.#at = this.#text.length;
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  /** What a sticky pattern matches here, without taking it. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  /** Up to a closer, which is taken as well. */
  upTo(closer: string): string {
    const end = this.#text.indexOf(closer, this.#at);
    if (end < 0) this.cutOff = true;
    return this.#takeUntil(end, closer.length);
  }

  line(): string {
    return this.#takeUntil(this.#text.indexOf('\n', this.#at), 1);
  }

  #takeUntil(end: number, skipped: number): string {
    const text = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + skipped;
    return text;
  }
}
