// A program of the machine, by the place where it is. On the clean host a package may bring one of the same name, which
// must not be taken for it.

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The first on that PATH. */
export function machineProgram(name: string, path = ''): string | undefined {
  const places = path.split(delimiter).filter(isAbsolute);
  return places.map((folder) => join(folder, name)).find(canBeStarted);
}

function canBeStarted(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
