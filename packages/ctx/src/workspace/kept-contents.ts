// What a snapshot has of the files that are to be given back: among the kept contents, or in git.

import { runGitSync } from '../git/run-git.js';
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
  const fromGit = wanted.length === 0 ? new Map<string, Buffer>() : gitContents(root, wanted);
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

function gitContents(root: string, ids: readonly string[]): Map<string, Buffer> {
  const contents = new Map<string, Buffer>();
  const { stdout } = runGitSync(root, ['cat-file', '--batch'], {
    input: `${ids.join('\n')}\n`,
    most: 1 << 30,
  });
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf(10, at);
    const [id = '', type, size] = stdout.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    contents.set(id, stdout.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return contents;
}
