// Programs that a person installed outside of the system's folders: shown read-only, so that PATH means the same inside.

import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isBelow, isWithin } from '../disk/within.js';

/** Below the home folder. None of these keeps credentials. */
const known: readonly string[] = [
  '.nvm',
  '.fnm',
  '.volta',
  '.asdf',
  '.pyenv',
  '.rbenv',
  '.nodenv',
  '.goenv',
  '.rustup',
  '.cargo/bin',
  '.bun/bin',
  '.deno/bin',
  '.sdkman/candidates',
  '.local/bin',
  '.local/lib',
  '.local/share/mise',
  '.local/share/fnm',
  '.local/share/uv',
  '.local/share/pnpm',
  '.nix-profile',
  'go/bin',
];

interface UsersPrograms {
  readonly home: string;
  readonly path: string | undefined;
  /** Programs that have to be there: Node's, and ctx's own. */
  readonly programs: readonly string[];
}

/** `isShown` tells what can be seen without them. None of them holds the home folder or the workspace. */
export function toolFolders(
  place: UsersPrograms,
  workspace: string,
  isShown: (path: string) => boolean,
): string[] {
  const { home, path = '', programs } = place;
  const entries = path.split(':').filter(isAbsolute);
  const candidates = [
    ...known.map((name) => join(home, name)),
    ...entries.map(withItsLibraries),
    ...programs.map((program) => withItsLibraries(dirname(program))),
  ];
  const real = candidates.flatMap((folder) => (isFolder(folder) ? [realpathSync(folder), folder] : []));
  const shown = [...new Set(real)].filter(
    (folder) =>
      folder !== '/' &&
      !isShown(folder) &&
      !isWithin(folder, home) &&
      !isWithin(folder, workspace) &&
      !isBelow(workspace, folder),
  );
  // Every mount costs each command a tenth of a millisecond.
  return shown.filter((folder) => !shown.some((outer) => isBelow(outer, folder)));
}

/** `…/v20/bin` needs `…/v20/lib`; `~/bin` and `/bin` stand alone. */
function withItsLibraries(folder: string): string {
  const parent = dirname(folder);
  const deep = parent.split('/').length > 4;
  return basename(folder) === 'bin' && deep && !/\/\.(cargo|local|bun|deno)$/.test(parent) ? parent : folder;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
