// Repositories whose workspaces are kept, and put back elsewhere.

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceKeeper } from '../src/teleport/keep-workspace.js';
import { type NamedSnapshot, restoreWorkspace } from '../src/teleport/restore-workspace.js';
import { temporaryFolder } from './folder.js';
import { git } from './git.js';

export const files = { 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', 'c.txt': 'c\n', '.gitignore': 'built/\n' };

export function repository(message = 'One'): string {
  const folder = temporaryFolder(files);
  git(folder, 'init', '-q', '-b', 'main');
  symlinkSync('src/a.ts', join(folder, 'link'));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', message);
  return folder;
}

export function clone(of: string): string {
  const folder = temporaryFolder();
  git(folder, 'clone', '-q', of, 'clone');
  return join(folder, 'clone');
}

export interface Taken {
  readonly packed: Uint8Array;
  readonly named: NamedSnapshot & { readonly tree: string };
}

export async function keep(root: string): Promise<Taken> {
  let packed: Uint8Array = new Uint8Array();
  const keeper = workspaceKeeper({ root, own: [] }, async (_, given) => {
    packed = given;
  });
  const told = await keeper.keep();
  if (told === undefined || !('kept' in told)) throw new Error(`not kept: ${told?.unkept}`);
  return { packed, named: told.kept };
}

export const restore = (root: string, { packed, named }: Taken, isScratch = false) =>
  restoreWorkspace({ root, own: [], isScratch }, packed, named);
