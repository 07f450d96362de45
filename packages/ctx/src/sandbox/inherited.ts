// Descriptors that ctx itself was given and that its children would get: Node does not close them all.

import { readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;

/** Those above standard error that survive the start of another program. */
export function inheritedDescriptors(folder = '/proc/self/fdinfo'): number[] {
  const numbers = readdirSync(folder).map(Number);
  return numbers.filter((number) => number > 2 && survives(join(folder, number)));
}

function join(folder: string, number: number): string {
  return `${folder}/${number}`;
}

/** One that is closed meanwhile was the one that we listed the folder with. */
function survives(file: string): boolean {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
