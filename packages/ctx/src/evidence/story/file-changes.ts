// Which files a run changed, as far as its log shows it: what was written, over what was read or written before.

import { posix } from 'node:path';

export interface FileChange {
  readonly path: string;
  /** The records of the calls that came to effect. */
  readonly writes: number[];
  /** Nothing where the log does not show it. */
  readonly before: string | undefined;
  after: string;
  /** Only a piece of the file is known, before and after. */
  readonly piece?: true;
}

/** What a call that was let through means to do with a file. */
export interface FileIntent {
  readonly seq: number;
  readonly path: string;
  readonly doing:
    | { readonly kind: 'read' }
    | { readonly kind: 'write'; readonly content: string }
    | { readonly kind: 'edit'; readonly from: string; readonly to: string; readonly all: boolean };
}

/** More text than this nobody compares. */
const largestFile = 200_000;
const largestSeen = 32_000_000;

/** Whose changes they are, and how many of them are not told. */
interface Changing {
  readonly files: FileChange[];
  readonly left_out: { writes: number };
}

export class FilesSeen {
  readonly #contents = new Map<string, string>();
  /** The changes of a run by path, besides those of which only a piece is known. */
  readonly #names = new WeakMap<FileChange[], Map<string, FileChange>>();
  /** Of all changes together. */
  readonly #mostText: number;
  #held = 0;
  #told = 0;

  constructor(mostText: number) {
    this.#mostText = mostText;
  }

  /** The call did what it meant to. `shown` is what it returned; `isWhole`, whether all of that is in the log. */
  took(intent: FileIntent, workspace: string, shown: string, isWhole: boolean, run: Changing): void {
    const key = posix.normalize(`${workspace}/${intent.path}`);
    const before = this.#contents.get(key);
    const { doing } = intent;
    switch (doing.kind) {
      case 'read':
        if (isWhole && shown.length <= largestFile) this.#keep(key, shown);
        return;
      case 'write':
        this.#changed(key, intent, before, doing.content, run);
        return;
      case 'edit': {
        const { from, to, all } = doing;
        const after = before === undefined ? undefined : edited(before, from, to, all);
        if (after !== undefined) this.#changed(key, intent, before, after, run);
        else {
          const path = posix.normalize(intent.path);
          this.#tell({ path, writes: [intent.seq], before: from, after: to, piece: true }, run);
          this.#forget(key);
        }
      }
    }
  }

  #changed(
    key: string,
    { seq, path }: FileIntent,
    before: string | undefined,
    content: string,
    run: Changing,
  ): void {
    const name = posix.normalize(path);
    const isSmall = content.length <= largestFile;
    const after = isSmall ? content : `${content.slice(0, largestFile).toWellFormed()}\n[…]\n`;
    const known = this.#byName(run).get(name);
    if (known === undefined) this.#tell({ path: name, writes: [seq], before, after }, run);
    else {
      this.#told += after.length - known.after.length;
      known.writes.push(seq);
      known.after = after;
    }
    if (isSmall) this.#keep(key, content);
    else this.#forget(key);
  }

  #tell(change: FileChange, run: Changing): void {
    const { path, before = '', after, piece } = change;
    const text = path.length + before.length + after.length;
    if (this.#told + text > this.#mostText) {
      run.left_out.writes += 1;
      return;
    }
    this.#told += text;
    run.files.push(change);
    if (piece === undefined) this.#byName(run).set(path, change);
  }

  #byName({ files }: Changing): Map<string, FileChange> {
    const known = this.#names.get(files) ?? new Map<string, FileChange>();
    this.#names.set(files, known);
    return known;
  }

  #keep(key: string, content: string): void {
    this.#forget(key);
    this.#contents.set(key, content);
    this.#held += content.length;
    // The oldest go first.
    for (const old of this.#contents.keys()) {
      if (this.#held <= largestSeen) break;
      this.#forget(old);
    }
  }

  #forget(key: string): void {
    this.#held -= this.#contents.get(key)?.length ?? 0;
    this.#contents.delete(key);
  }
}

/** Nothing where the edit does not fit what we know: somebody else changed the file in between. */
function edited(before: string, from: string, to: string, all: boolean): string | undefined {
  if (from === '' || !before.includes(from)) return undefined;
  return all ? before.split(from).join(to) : before.replace(from, () => to);
}
