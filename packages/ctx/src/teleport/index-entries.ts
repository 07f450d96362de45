// What the index has otherwise than the commit, with the content of each: it need not be in any file of the workspace.

import { digestOf } from '../disk/digest.js';
import { eachContent } from '../git/tree-listing.js';
import { type IndexEntry, indexModes, isOwnPath } from './tree-entry.js';
import type { WorkspaceFiles } from './workspace-files.js';

export async function indexEntries({ git, top }: Pick<WorkspaceFiles, 'git' | 'top'>): Promise<IndexEntry[]> {
  if (git === undefined) return [];
  const staged = git.staged.filter(({ path }) => isOwnPath(path));
  const known = new Map<string, { readonly digest: string; readonly size: number }>();
  await eachStaged(top, staged, (id, content) =>
    known.set(id, { digest: digestOf(content), size: content.length }),
  );
  return staged.flatMap(({ path, mode, id }) => {
    const one = indexModes.find((each) => each === mode);
    return one === undefined ? [] : [{ path, mode: one, id, ...known.get(id) }];
  });
}

/** The contents that only the index has a name for. */
export async function eachStaged(
  top: string,
  staged: readonly { readonly mode: string; readonly id: string }[],
  take: (id: string, content: Buffer) => void,
): Promise<void> {
  const ids = new Set(staged.flatMap(({ mode, id }) => (mode === '000000' || mode === '160000' ? [] : [id])));
  // One at a time: nobody knows their sizes yet.
  for (const id of ids) await eachContent(top, [{ id, size: 1 << 28 }], take);
}
