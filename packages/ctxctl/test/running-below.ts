// Which processes of the machine have something to do with a folder. Those in a pid namespace of their own have other
// numbers there, so a program cannot say which one it is.

import { readdirSync, readFileSync } from 'node:fs';

/** Their command lines. */
export function runningBelow(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine)
    .filter((line) => line.includes(folder));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
