// Two branches of a ledger merged item by item: what either added stays, what either put away goes, and only what both
// changed in different ways is left for a person, between marks.

import { threeWay } from '../../text/three-way.js';
import type { Ledger } from './kinds.js';
import { mergeItem } from './merge-item.js';
import { type ParsedLedger, parseLedger } from './parse.js';
import { keyOf, type LedgerPiece, piecesOf } from './pieces.js';

export interface MergedText {
  readonly text: string;
  /** How many places both branches changed in different ways. */
  readonly conflicts: number;
}

type ItemPiece = Extract<LedgerPiece, { kind: 'item' }>;

/** A text that cannot be read as a ledger is a failure: then nobody guesses. */
export function mergeLedgers(
  ledger: Ledger,
  texts: { readonly base: string; readonly ours: string; readonly theirs: string },
  shown: string,
): MergedText {
  const parsed = (text: string) => parseLedger(ledger, text, shown);
  const merge = new Merge(ledger, parsed(texts.base), parsed(texts.ours), parsed(texts.theirs));
  return { text: merge.text(), conflicts: merge.conflicts };
}

class Merge {
  conflicts = 0;
  private readonly pieces: {
    readonly base: LedgerPiece[];
    readonly ours: LedgerPiece[];
    readonly theirs: LedgerPiece[];
  };
  private readonly items: Readonly<Record<'base' | 'ours' | 'theirs', ReadonlyMap<string, ItemPiece>>>;
  private readonly written = new Set<string>();
  private readonly out: string[] = [];
  private readonly eol: string;
  private readonly ledger: Ledger;
  private lastWasItem = false;

  constructor(ledger: Ledger, base: ParsedLedger, ours: ParsedLedger, theirs: ParsedLedger) {
    this.ledger = ledger;
    this.eol = ours.eol;
    const foreign = piecesOf(theirs).map((piece) => ({ ...piece, text: this.inOwnLines(piece.text) }));
    this.pieces = { base: piecesOf(base), ours: piecesOf(ours), theirs: foreign };
    this.items = {
      base: itemsIn(this.pieces.base),
      ours: itemsIn(this.pieces.ours),
      theirs: itemsIn(this.pieces.theirs),
    };
  }

  text(): string {
    const { base, ours, theirs } = this.pieces;
    for (const stretch of threeWay(base, ours, theirs, keyOf)) {
      if (stretch.kind === 'shared') this.write([stretch.ours]);
      else this.settle(stretch.base, stretch.ours, stretch.theirs);
    }
    // What one branch moved to where the other has nothing any more.
    this.write([...this.items.ours.values(), ...this.items.theirs.values()]);
    return this.out.join('');
  }

  /** Where the branches differ in what stands here, and in which order. */
  private settle(
    base: readonly LedgerPiece[],
    ours: readonly LedgerPiece[],
    theirs: readonly LedgerPiece[],
  ): void {
    const [was, mine, yours] = [proseOf(base), proseOf(ours), proseOf(theirs)];
    if (sameAs(ours, base)) this.write(theirs);
    else if (sameAs(theirs, base) || sameAs(theirs, ours)) this.write(ours);
    else if (yours === was || yours === mine) this.write([...ours, ...this.added(theirs)]);
    else if (mine === was) this.write([...theirs, ...this.added(ours)]);
    else if (was === '') this.write([...ours, ...theirs]);
    else {
      this.writeConflict(linesIn(ours), linesIn(theirs));
      this.write([...ours, ...theirs].filter(({ kind }) => kind === 'item'));
    }
  }

  /** Items of a stretch with the blank lines that part them from the item before; those of a list's start stay away. */
  private added(pieces: readonly LedgerPiece[]): LedgerPiece[] {
    const found: LedgerPiece[] = [];
    let blanks: LedgerPiece[] = [];
    for (const piece of pieces) {
      if (piece.kind === 'item') found.push(...(found.length > 0 ? blanks : []), piece);
      blanks = isBlank(piece) ? [...blanks, piece] : [];
    }
    return found;
  }

  private write(pieces: readonly LedgerPiece[]): void {
    for (const piece of pieces) {
      if (piece.kind === 'line') this.put(piece.text, false);
      else this.writeItem(piece.key);
    }
  }

  private writeItem(key: string): void {
    if (this.written.has(key)) return;
    this.written.add(key);
    const { base, ours, theirs } = this.items;
    const [was, mine, yours] = [base.get(key), ours.get(key), theirs.get(key)];
    const only = mine ?? yours;
    if (mine !== undefined && yours !== undefined) this.writeBoth(was, mine, yours);
    // Put away on one branch: it goes, unless the other changed it since.
    else if (only !== undefined && !isSame(only, was)) this.put(only.text, true);
  }

  private writeBoth(was: ItemPiece | undefined, mine: ItemPiece, yours: ItemPiece): void {
    if (isSame(mine, yours) || isSame(yours, was)) this.put(mine.text, true);
    else if (isSame(mine, was)) this.put(yours.text, true);
    else {
      const merged = mergeItem(was?.item, mine.item, yours.item);
      if (merged === undefined) this.writeConflict([mine.text], [yours.text]);
      else this.put(this.inOwnLines(merged), true);
    }
  }

  private writeConflict(ours: readonly string[], theirs: readonly string[]): void {
    this.conflicts += 1;
    const whole = (texts: readonly string[]) =>
      texts.map((text) => (text.endsWith('\n') ? text : `${text}\n`));
    const marked = ['<<<<<<< ours\n', ...whole(ours), '=======\n', ...whole(theirs), '>>>>>>> theirs\n'];
    this.put(this.inOwnLines(marked.join('')), true);
  }

  /** A section stands behind a blank line. */
  private put(text: string, isItem: boolean): void {
    const last = this.out.at(-1);
    if (last !== undefined && !last.endsWith('\n')) this.out.push(this.eol);
    if (isItem && this.lastWasItem && !this.ledger.checkboxes) this.out.push(this.eol);
    this.out.push(text);
    this.lastWasItem = isItem;
  }

  /** With the line ends of our file. */
  private inOwnLines(text: string): string {
    return text.replace(/\r?\n/g, this.eol);
  }
}

function itemsIn(pieces: readonly LedgerPiece[]): Map<string, ItemPiece> {
  return new Map(pieces.flatMap((piece) => (piece.kind === 'item' ? [[piece.key, piece]] : [])));
}

function isSame(a: ItemPiece, b: ItemPiece | undefined): boolean {
  const plain = (text: string) => text.replaceAll('\r', '').trimEnd();
  return b !== undefined && plain(a.text) === plain(b.text);
}

function sameAs(a: readonly LedgerPiece[], b: readonly LedgerPiece[]): boolean {
  return a.map(keyOf).join('\0') === b.map(keyOf).join('\0');
}

function isBlank({ kind, key }: LedgerPiece): boolean {
  return kind === 'line' && key === '';
}

/** What people wrote between the items. */
function proseOf(pieces: readonly LedgerPiece[]): string {
  return linesIn(pieces).join('');
}

function linesIn(pieces: readonly LedgerPiece[]): string[] {
  return pieces.flatMap((piece) => (piece.kind === 'line' && !isBlank(piece) ? [`${piece.key}\n`] : []));
}
