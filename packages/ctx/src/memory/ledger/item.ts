// One item of a ledger: a place in its text. What it says is taken from there when it is asked for, because most of
// thousands of items are only counted or compared.

import { type Mark, markStart, markTime, parseMark, uidOf } from './mark.js';
import type { StructuralLine } from './structure.js';

/** What an item cannot know of itself. */
export interface Siblings {
  /** Which of several unmarked items with the same title it is. */
  twin(item: LedgerItem): number;
  /** Whether another item has this number, too. */
  isShared(number: number): boolean;
}

export class LedgerItem {
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
  private readonly text: string;
  private readonly kind: StructuralLine['kind'];
  /** Where its first line ends. */
  private readonly head: number;
  private readonly siblings: Siblings;
  private parsedMark: { readonly mark: Mark | undefined } | undefined;

  constructor(text: string, first: StructuralLine, end: number, siblings: Siblings) {
    this.start = first.start;
    this.end = end;
    this.line = first.line;
    this.text = text;
    this.kind = first.kind;
    this.head = first.end;
    this.siblings = siblings;
  }

  /** What it is shown by: its number if ctx wrote it and no other item has it, its uid otherwise. */
  get id(): string {
    const { mark } = this;
    return mark === undefined || this.siblings.isShared(mark.id) ? this.uid : String(mark.id);
  }

  /** What it is known by through every merge; for what a person wrote, `h` and letters that follow from its title. */
  get uid(): string {
    const { mark } = this;
    if (mark !== undefined) return uidOf(mark);
    const id = `h${hashOf(this.title)}`;
    const twin = this.siblings.twin(this);
    return twin === 1 ? id : `${id}-${twin}`;
  }

  get title(): string {
    const { firstLine, mark } = this;
    return (mark === undefined ? firstLine : firstLine.slice(0, markStart(firstLine))).trim();
  }

  get body(): string {
    const rest = this.text.slice(this.head, this.end).replaceAll('\r\n', '\n');
    const lines = this.kind === 'checkbox' ? rest.replace(/^( {1,2}|\t)/gm, '') : rest;
    return lines.trim();
  }

  /** All lines below the first as they stand, with plain line ends and without blank ones at the end. */
  get bodyText(): string {
    const rest = this.text.slice(this.head, this.end).replaceAll('\r\n', '\n').trimEnd();
    return rest === '' ? '' : `${rest}\n`;
  }

  /** `- [x] ` or `## `. */
  get opening(): string {
    return this.text.slice(this.start, this.start + (this.kind === 'checkbox' ? 6 : 3));
  }

  get mark(): Mark | undefined {
    this.parsedMark ??= { mark: parseMark(this.firstLine) };
    return this.parsedMark.mark;
  }

  /** What tells it from every other item that ctx wrote; nothing for what a person wrote. */
  get markKey(): string | undefined {
    const { mark } = this;
    return mark === undefined ? undefined : uidOf(mark);
  }

  /** Milliseconds since 1970, if ctx wrote it; taken from the text without a look at the rest of the mark. */
  get writtenAt(): number | undefined {
    return markTime(this.text, this.start, this.head);
  }

  /** Whether its box is checked; never for a section. */
  get done(): boolean {
    return this.kind === 'checkbox' && this.text[this.start + 3] !== ' ';
  }

  /** Without `## ` or the box. */
  private get firstLine(): string {
    const line = this.text.slice(this.start, this.head);
    return line.slice(this.kind === 'checkbox' ? 6 : 3).trimEnd();
  }
}

function hashOf(title: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < title.length; i++) hash = Math.imul(hash ^ title.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0').slice(-5);
}
