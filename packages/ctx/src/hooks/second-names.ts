// A hard link gives a file of the contract a second name, under which nobody would know it.

import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { ownPathIn } from './own-files.js';

/** The name that a file has in the contract; `places` are where its files and folders lie, `goOn` throws when it takes too long. */
export function ownNameOf(file: Stats, places: readonly string[], goOn: () => void): string | undefined {
  const place = places.find((each) => holds(each, file, goOn));
  return place === undefined ? undefined : (ownPathIn(place) ?? place);
}

/** Whether it is the file, or one in the folder, at any depth. */
function holds(place: string, file: Stats, goOn: () => void): boolean {
  const left = [place];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    goOn();
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.dev === file.dev && found.ino === file.ino) return true;
    if (found?.isDirectory() === true) left.push(...namesIn(path));
  }
  return false;
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}
