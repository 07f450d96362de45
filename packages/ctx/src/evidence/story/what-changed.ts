// What a run changed: the files that its tools wrote, and what its commands changed besides, each path once.

import { lineDiff } from '../../text/line-diff.js';
import type { RunStory } from './story.js';

export interface Changed {
  readonly path: string;
  readonly how: 'added' | 'changed' | 'removed' | 'written';
  /** Lines, where the log shows the file before and after. */
  readonly added?: number;
  readonly removed?: number;
  /** The command that changed it, where one did. */
  readonly by?: string | undefined;
  readonly seq: number;
}

export function whatChanged({ files, changed }: Pick<RunStory, 'files' | 'changed'>): Changed[] {
  const all = new Map<string, Changed>();
  for (const { path, before, after, writes, piece } of files) {
    const { added, removed } = lineDiff(before ?? '', after);
    const sum = all.get(path);
    all.set(path, {
      path,
      how: before === undefined && piece === undefined ? 'written' : 'changed',
      added: added + (sum?.added ?? 0),
      removed: removed + (sum?.removed ?? 0),
      seq: sum?.seq ?? writes[0] ?? 0,
    });
  }
  for (const { path, change, seq, by } of changed) {
    const known = all.get(path);
    const how = known === undefined || change === 'removed' ? change : known.how;
    all.set(path, { ...known, path, how, by, seq: known?.seq ?? seq });
  }
  return [...all.values()];
}
