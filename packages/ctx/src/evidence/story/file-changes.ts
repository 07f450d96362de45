// Which files a run changed, as far as its log shows it: what was written, over what was read or written before.

import { posix } from 'node:path';

export interface FileChange {
  readonly path: string;
  /** The records of the writes that came to effect. */
  readonly writes: number[];
  /** Nothing where the log does not show it. */
  readonly before: string | undefined;
  after: string;
}

export interface FilesSeen {
  wasRead(workspace: string, path: string, content: string): void;
  wasWritten(workspace: string, path: string, content: string, seq: number, changes: FileChange[]): void;
}

/** More text than this nobody compares. */
const largestFile = 200_000;
const largestSeen = 32_000_000;

export function filesSeen(): FilesSeen {
  const contents = new Map<string, string>();
  let held = 0;
  const keep = (key: string, content: string) => {
    held += content.length - (contents.get(key)?.length ?? 0);
    contents.set(key, content);
    // The oldest go first.
    for (const [old, text] of contents) {
      if (held <= largestSeen || old === key) break;
      contents.delete(old);
      held -= text.length;
    }
  };
  return {
    wasRead(workspace, path, content) {
      const key = keyOf(workspace, path);
      if (content.length <= largestFile) keep(key, content);
      else contents.delete(key);
    },
    wasWritten(workspace, path, content, seq, changes) {
      const key = keyOf(workspace, path);
      const name = posix.normalize(path);
      const known = changes.find((change) => change.path === name);
      const after = content.length <= largestFile ? content : `${content.slice(0, largestFile)}\n[…]`;
      if (known === undefined) changes.push({ path: name, writes: [seq], before: contents.get(key), after });
      else {
        known.writes.push(seq);
        known.after = after;
      }
      keep(key, after);
    },
  };
}

function keyOf(workspace: string, path: string): string {
  return posix.normalize(`${workspace}/${path}`);
}
