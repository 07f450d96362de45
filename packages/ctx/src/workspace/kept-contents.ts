// What a snapshot has of the files that are to be given back: among the kept contents, or in git.

import { contentsNow } from '../git/tree-listing.js';
import type { ChangedPath } from './compare.js';
import { type KeptFile, type KeptFiles, keptContent } from './kept-files.js';

export function contentsFor(
  root: string,
  folder: string,
  kept: KeptFiles,
  differences: readonly ChangedPath[],
): { of(path: string): Buffer; has(path: string): boolean } {
  const wanted = differences.flatMap(({ path }) => {
    const content = kept.get(path)?.content;
    return content?.in === 'git' ? [content.id] : [];
  });
  const fromGit = wanted.length === 0 ? new Map<string, Buffer>() : contentsNow(root, wanted);
  const of = (path: string) => {
    const { content, seen }: Partial<KeptFile> = kept.get(path) ?? {};
    if (content?.in === 'link') return Buffer.from(content.to);
    if (content?.in === 'kept') return keptContent(folder, content.digest);
    const found = content?.in === 'git' ? fromGit.get(content.id) : undefined;
    if (found === undefined) throw new Error('no copy of it was kept');
    // A filter or other line endings: what git has is not what was in the file.
    if (found.length !== seen?.size) throw new Error('git keeps it in another form');
    return found;
  };
  return {
    of,
    has(path) {
      try {
        return of(path) !== undefined;
      } catch (error) {
        if (error instanceof Error) return false;
        throw error;
      }
    },
  };
}
