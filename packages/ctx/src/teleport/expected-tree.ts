// What the workspace will hold once the session is here: the commit's files, with what was not committed on top.

import { invalidParams } from '../acp/rpc-error.js';
import { type CommittedFile, eachContent, filesOf } from '../git/tree-listing.js';
import { bounds } from './bounded-fields.js';
import { digestOfBytes } from './content-digest.js';
import { isOwnPath, leadsOut, misplaced, type TreeEntry, type TreeFile, treeDigest } from './tree-entry.js';

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
  const byId = new Map<string, CommittedFile[]>();
  for (const file of kept) byId.set(file.id, [...(byId.get(file.id) ?? []), file]);
  if (repository !== undefined)
    await eachContent(
      repository,
      [...byId.values()].flatMap(([file]) => (file === undefined ? [] : [file])),
      (id, content) => {
        for (const file of byId.get(id) ?? []) files.set(file.path, { file: treeFileOf(file, content), id });
      },
    );
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

function treeFileOf({ path, mode }: CommittedFile, content: Buffer): TreeFile {
  if (mode !== '120000')
    return {
      kind: 'file',
      path,
      executable: mode === '100755',
      size: content.length,
      digest: digestOfBytes(content),
    };
  const to = content.toString();
  if (leadsOut(path, to)) throw invalidParams('a link of the commit leads out of the workspace');
  return { kind: 'link', path, to };
}
