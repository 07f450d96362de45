// Where a project begins. Nothing else stands here, because every command that needs a project loads it first.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The nearest folder upwards that holds `.context` or `.git`, else where we are; never above the home folder. */
export function projectRoot({ cwd, env }: Surroundings): string {
  const home = real(env['HOME'] || process.getBuiltinModule('node:os').homedir());
  const folders = upwards(real(cwd)).filter((folder, i) => i === 0 || !isAbove(folder, home));
  return folders.find((folder) => ['.context', '.git'].some((name) => existsSync(join(folder, name)))) ?? cwd;
}

function upwards(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
}

function isAbove(folder: string, home: string): boolean {
  return folder !== home && home.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
