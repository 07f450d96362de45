// Lines of a transcript that nobody here knows: how many of each type, and a digest over all of them.

import type { Hash } from 'node:crypto';
import { digestMade, newHash } from '../disk/digest.js';
import type { SourceLine } from './source-lines.js';

export interface UnknownType {
  readonly type: string;
  readonly count: number;
  readonly digest: string;
}

/** A file may have a type of its own for each line. */
const mostTypes = 50;
const longestName = 80;
const others = 'other types';

export class UnknownRecords {
  readonly #types = new Map<string, { count: number; readonly hash: Hash }>();
  /** Behind the place that the import may have to go back to. */
  #waiting: { readonly type: string; readonly digest: string }[] = [];

  /** `waits`: an answer before it is not whole yet, and the import may end in front of it. */
  add(type: string, line: SourceLine, waits: boolean): void {
    const name = nameOf(type);
    if (!waits) this.settle();
    if (waits) this.#waiting.push({ type: name, digest: line.digest() });
    else this.#count(name, line.digest());
  }

  /** How many wait; a file can make them any number. */
  get waiting(): number {
    return this.#waiting.length;
  }

  settle(): void {
    for (const { type, digest } of this.#waiting) this.#count(type, digest);
    this.#waiting = [];
  }

  /** What waits is read again by the next import. */
  list(): UnknownType[] {
    return [...this.#types]
      .map(([type, { count, hash }]) => ({ type, count, digest: digestMade(hash.copy()) }))
      .sort((a, b) => (a.type < b.type ? -1 : 1));
  }

  #count(type: string, digest: string): void {
    const name = this.#types.has(type) || this.#types.size < mostTypes ? type : others;
    const found = this.#types.get(name) ?? { count: 0, hash: newHash() };
    this.#types.set(name, found);
    found.count += 1;
    found.hash.update(`${digest}\n`);
  }
}

function nameOf(type: string): string {
  const name = type.slice(0, longestName).toWellFormed();
  return name === '' ? 'without a type' : name;
}
