// Whether git has a file's very content. A name in the index is not enough: an agent could put it there, but it cannot
// know the digest of what it never read.

import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import { readPlainFile } from '../disk/plain-file.js';
import { readGitEntries } from '../git/git-index.js';
import { gitFolder, repositoryTop } from '../git/repository.js';

export function trackedIn(workspace: string): (path: string) => boolean {
  const top = repositoryTop(workspace);
  const folder = top === undefined ? undefined : gitFolder(top);
  if (top === undefined || folder === undefined) return () => false;
  const ids = new Map((readGitEntries(join(folder, 'index')) ?? []).map(({ path, id }) => [path, id]));
  return (path) => {
    const id = ids.get(relative(top, path).split(sep).join('/'));
    return id !== undefined && id === blobId(path);
  };
}

function blobId(path: string): string | undefined {
  try {
    const bytes = readPlainFile(path, 1 << 30);
    return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  } catch {
    return undefined;
  }
}
