// Repositories of others that were copied in whole: what their files say is about them.

import { isTrial } from './packages.js';

/** These mean something at the top of a repository only. Below it they came along with the rest of another one. */
const topFiles = ['.travis.yml', '.appveyor.yml', 'appveyor.yml', '.gitlab-ci.yml', '.circleci/config.yml'];

/** Folders that hold what is taken from elsewhere as often as what is written here. */
const takenFolders = /(^|\/)(deps?|ext|extern|libs?|submodules|subprojects)\//;

/** The folders of copied repositories. A package of the project's own may have had a pipeline once: only tests and libraries count. */
export function copiedRepositories(paths: readonly string[]): string[] {
  const found: string[] = [];
  for (const path of paths) {
    if (!path.endsWith('.yml') || !path.includes('/')) continue;
    const file = topFiles.find((name) => path.endsWith(`/${name}`));
    if (file === undefined) continue;
    const folder = path.slice(0, -file.length);
    if (isTrial(folder) || takenFolders.test(folder)) found.push(folder);
  }
  return found;
}
