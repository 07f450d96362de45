// A page of a git server that shows a folder or a file: `https://github.com/OWNER/REPO/tree/main/skills/pdf`.

export interface GitPage {
  readonly repository: string;
  readonly ref: string;
  /** Below the repository's top. */
  readonly path: string;
}

/** Nothing where it is no such page. */
export function gitPage(source: string): GitPage | undefined {
  const found =
    /^(https:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w.-]+){2,}?)\/(?:-\/)?(?:tree|blob)\/([\w][\w.-]*)\/([^?#\s]+)$/i.exec(
      source,
    );
  const [, repository, ref, path] = found ?? [];
  if (repository === undefined || ref === undefined || path === undefined) return undefined;
  const parts = path.replace(/\/+$/, '').split('/');
  return parts.includes('..') || parts.includes('') ? undefined : { repository, ref, path: parts.join('/') };
}
