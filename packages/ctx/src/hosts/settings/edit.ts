// Changes of a text that can be taken back exactly: each says what it put where, and what stood there before.

export interface Edit {
  readonly offset: number;
  readonly removed: string;
  readonly inserted: string;
}

/** What it takes to undo an edit, without what was inserted: a settings file's own content is never kept twice. */
export interface Undo {
  readonly offset: number;
  readonly restore: string;
  readonly length: number;
}

export function applied(text: string, { offset, removed, inserted }: Edit): string {
  return text.slice(0, offset) + inserted + text.slice(offset + removed.length);
}

/** Edits one after the other, each in the text that the one before it left; the undoing goes backwards. */
export function undoOf(edits: readonly Edit[]): Undo[] {
  return edits
    .toReversed()
    .map(({ offset, removed, inserted }) => ({ offset, restore: removed, length: inserted.length }));
}

export function undone(text: string, undo: readonly Undo[]): string {
  return undo.reduce(
    (left, { offset, restore, length }) => left.slice(0, offset) + restore + left.slice(offset + length),
    text,
  );
}
