// What the workspace will hold once the session is here: the commit's files, with what was not committed on top.

import { invalidParams } from '../acp/rpc-error.js';
import { type CommittedFile, eachFile, filesOf } from '../git/tree-listing.js';
import { bounds } from './bounded-fields.js';
import {
  isOwnPath,
  leadsOut,
  misplaced,
  type TreeEntry,
  type TreeFile,
  treeDigest,
  treeFileOf,
} from './tree-entry.js';

/** A file that will be there, and what git calls its content where that comes from the commit. */
export interface ExpectedFile {
  readonly file: TreeFile;
  readonly id?: string;
}

/** Read from the objects that came, not from what the sender says of them; its digest is what the sender must have said. */
export async function expectedTree(
  repository: string | undefined,
  commit: string | undefined,
  entries: readonly TreeEntry[],
  mostBytes: number,
): Promise<{ readonly files: ReadonlyMap<string, ExpectedFile>; readonly digest: string }> {
  const files = new Map<string, ExpectedFile>();
  const changed = new Map(entries.map((entry) => [entry.path, entry]));
  if (changed.size !== entries.length) throw invalidParams('a path comes twice');
  const committed =
    repository === undefined || commit === undefined ? [] : await committedFiles(repository, commit);
  const kept = committed.filter(({ path }) => !changed.has(path));
  // A small pack can hold a commit that fills the disk.
  if (kept.reduce((sum, { mode, size }) => sum + (mode === '120000' ? 0 : size), 0) > mostBytes)
    throw invalidParams('the commit is larger than was offered');
  if (kept.some(({ size }) => size > bounds.committedFile))
    throw invalidParams('a file of the commit is too large');
  if (repository !== undefined)
    await eachFile(repository, kept, (committed, content) => {
      const file = treeFileOf(committed, content);
      if (file.kind === 'link' && leadsOut(file.path, file.to))
        throw invalidParams('a link of the commit leads out of the workspace');
      files.set(file.path, { file, id: committed.id });
    });
  for (const entry of entries) if (entry.kind !== 'gone') files.set(entry.path, { file: entry });
  const wrong = misplaced(files.keys());
  if (wrong !== undefined) throw invalidParams('a path lies below a file');
  return { files, digest: treeDigest(Array.from(files.values(), ({ file }) => file)) };
}

async function committedFiles(repository: string, commit: string): Promise<CommittedFile[]> {
  const all = await filesOf(repository, commit);
  if (all === undefined) throw invalidParams('the commit is not in the bundle');
  const files = all.filter(({ mode }) => mode !== '160000');
  if (files.some(({ path }) => !isOwnPath(path)))
    throw invalidParams('the commit holds a path that leaves the workspace');
  return files;
}
