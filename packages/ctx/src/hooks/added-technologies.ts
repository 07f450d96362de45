// Which technologies a change brings into the project: what its files say now, less what they said in the last commit.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import type { Environment } from '../disk/user-folder.js';
import { runGitSync } from '../git/run-git.js';
import type { FoundTechnology } from '../scan/found-technology.js';
import { largestFile } from '../scan/open-file.js';
import { scanFiles } from '../scan/scan-files.js';
import type { Category } from '../scan/technology.js';

/** Nobody wants advice for another formatter or lock file. */
const noNews: ReadonlySet<Category> = new Set(['language', 'build_system', 'docs', 'project_type']);
/** The host waits. */
const patienceMs = 2000;

/** `paths` are relative to the root. Where there is no commit, everything is new. */
export async function addedTechnologies(
  root: string,
  paths: readonly string[],
  env: Environment,
): Promise<FoundTechnology[]> {
  const now = (await scanFiles(root, paths)).filter(({ category }) => !noNews.has(category));
  if (now.length === 0) return [];
  const before = new Set((await committed(root, paths, env)).map(({ name }) => name));
  return now.filter(({ name }) => !before.has(name));
}

async function committed(
  root: string,
  paths: readonly string[],
  env: Environment,
): Promise<FoundTechnology[]> {
  const folder = makeTemporaryFolder('committed');
  try {
    for (const path of paths) {
      const content = committedFile(root, path, env);
      if (content === undefined) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return await scanFiles(folder, paths);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Nothing where git does not know it, or is not there, or takes too long. */
function committedFile(root: string, path: string, env: Environment): Buffer | undefined {
  const limits = { env, timeoutMs: patienceMs, most: largestFile };
  const { status, stdout } = runGitSync(root, ['cat-file', 'blob', `HEAD:./${path}`], limits);
  return status === 0 ? stdout : undefined;
}
