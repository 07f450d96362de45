// The program of a host that is installed on this machine: the one that was named, or the first of its name in the PATH.

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail } from '../protocol/codes.js';

/** The words that start it. */
export type HostProgram = readonly string[];

/** `path` without the folders of a project: a repository must not say which program is a host. */
export function programInPath(program: string, path: string): HostProgram | undefined {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const found = folders.map((folder) => join(folder, program)).find(isProgram);
  return found === undefined ? undefined : [found];
}

/** A file of JavaScript is started with our own Node: packages of npm keep their programs like that. */
export function programAt(file: string): HostProgram {
  if (/\.[cm]?js$/.test(file) && isFile(file)) return [process.execPath, file];
  if (isProgram(file)) return [file];
  throw fail('host_program_missing', { operation: 'find_hosts', target: file, known: [], named: true });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return isFile(file);
  } catch {
    // Nobody could start it, whatever the reason.
    return false;
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
