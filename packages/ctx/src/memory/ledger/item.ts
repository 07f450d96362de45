// One item of a ledger: a place in its text. What it says is taken from there when it is asked for, because most of
// thousands of items are only counted or compared.

import { type Mark, markStart, markTime, parseMark } from './mark.js';
import type { StructuralLine } from './structure.js';

export class LedgerItem {
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
  private readonly text: string;
  private readonly kind: StructuralLine['kind'];
  /** Where its first line ends. */
  private readonly head: number;
  private readonly twin: (item: LedgerItem) => number;

  /** `twin` says which of several unmarked items with the same title it is. */
  constructor(text: string, first: StructuralLine, end: number, twin: (item: LedgerItem) => number) {
    this.start = first.start;
    this.end = end;
    this.line = first.line;
    this.text = text;
    this.kind = first.kind;
    this.head = first.end;
    this.twin = twin;
  }

  /** A number if ctx wrote it; for what a person wrote, `h` and letters that follow from its title. */
  get id(): string {
    const { mark } = this;
    if (mark !== undefined) return String(mark.id);
    const id = `h${hashOf(this.title)}`;
    const twin = this.twin(this);
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

  get mark(): Mark | undefined {
    return parseMark(this.firstLine);
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
