// The program that git starts to merge a file whose attributes name it: a setting of this clone, which no repository brings along.

import { gitMissing, runGitSync } from './run-git.js';

export type DriverState = 'set' | 'another' | 'missing' | 'no_repository' | 'no_git';

export interface MergeDriver {
  /** What attributes call it. */
  readonly name: string;
  readonly title: string;
  readonly line: string;
}

export function driverState(folder: string, { name, line }: MergeDriver): DriverState {
  const found = runGitSync(folder, ['rev-parse', '--git-dir']);
  if (found.status !== 0) return found.complaint === gitMissing ? 'no_git' : 'no_repository';
  const { status, stdout } = runGitSync(folder, ['config', '--local', '--get', `merge.${name}.driver`]);
  if (status !== 0) return 'missing';
  return stdout.toString('utf8').replace(/\n$/, '') === line ? 'set' : 'another';
}

/** Why it could not be set; nothing where it was. */
export function setDriver(folder: string, { name, title, line }: MergeDriver): string | undefined {
  for (const [key, value] of [
    ['name', title],
    ['driver', line],
  ] as const) {
    const { status, complaint } = runGitSync(folder, ['config', '--local', `merge.${name}.${key}`, value]);
    if (status !== 0) return complaint;
  }
  return undefined;
}
