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

export class FilesSeen {
  readonly #contents = new Map<string, string>();
  #held = 0;

  /** The call did what it meant to. `shown` is what it returned; `isWhole`, whether all of that is in the log. */
  took(intent: FileIntent, workspace: string, shown: string, isWhole: boolean, changes: FileChange[]): void {
    const key = posix.normalize(`${workspace}/${intent.path}`);
    const before = this.#contents.get(key);
    const { doing } = intent;
    switch (doing.kind) {
      case 'read':
        if (isWhole && shown.length <= largestFile) this.#keep(key, shown);
        return;
      case 'write':
        this.#changed(key, intent, before, doing.content, changes);
        return;
      case 'edit': {
        const { from, to, all } = doing;
        const after = before === undefined ? undefined : edited(before, from, to, all);
        if (after !== undefined) this.#changed(key, intent, before, after, changes);
        else {
          const path = posix.normalize(intent.path);
          changes.push({ path, writes: [intent.seq], before: from, after: to, piece: true });
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
    changes: FileChange[],
  ): void {
    const name = posix.normalize(path);
    const isSmall = content.length <= largestFile;
    const after = isSmall ? content : `${content.slice(0, largestFile).toWellFormed()}\n[…]\n`;
    const known = changes.find((change) => change.path === name && change.piece === undefined);
    if (known === undefined) changes.push({ path: name, writes: [seq], before, after });
    else {
      known.writes.push(seq);
      known.after = after;
    }
    if (isSmall) this.#keep(key, content);
    else this.#forget(key);
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
