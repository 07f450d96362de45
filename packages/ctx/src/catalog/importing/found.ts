// What an import found: entries that fit, and items that it refused with the reason.

import { checkEntry, type Entry } from '../entry.js';
import type { Refusal } from '../sources.js';

export class Found {
  readonly entries: Entry[] = [];
  readonly refused: Refusal[] = [];
  private readonly ids = new Set<string>();

  /** `item` is what a person would look for: a path, or a name within a file. */
  offer(item: string, candidate: object) {
    const checked = checkEntry(candidate);
    if ('refused' in checked) return this.refuse(item, checked.refused);
    if (this.ids.has(checked.entry.id))
      return this.refuse(item, `its id ${checked.entry.id} is already taken`);
    this.ids.add(checked.entry.id);
    this.entries.push(checked.entry);
  }

  refuse(item: string, why: string) {
    this.refused.push({ item, why });
  }
}

/** A name as a part of an id: lower case, letters, digits, dots, dashes. */
export function idPart(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 60);
}

/** Roughly what a text costs a model: four characters a token. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}
