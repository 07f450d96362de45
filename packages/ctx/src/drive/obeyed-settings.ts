// What a host obeys later, outside of any sandbox: its settings, hooks and plugins in folders that it has to be able to write to. Whatever
// changed there while an agent worked, somebody should look at.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../disk/digest.js';
import { NotPlain, readPlainFile } from '../disk/plain-file.js';
import { isSystemError } from '../protocol/failure.js';

/** A folder of plugins may hold anything: no more files than these are looked at. */
const mostFiles = 2_000;

/** Looks now; what it gives looks again, and names what is not as it was, relative to the home folder. */
export function watchSettings(home: string, paths: readonly string[]): () => string[] {
  const before = digestsOf(home, paths);
  return () => {
    const after = digestsOf(home, paths);
    const all = new Set([...before.keys(), ...after.keys()]);
    return [...all].filter((path) => before.get(path) !== after.get(path)).sort();
  };
}

function digestsOf(home: string, paths: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined && found.size < mostFiles; path = open.pop()) {
    const whole = join(home, path);
    try {
      const entry = lstatSync(whole, { throwIfNoEntry: false });
      if (entry?.isDirectory()) open.push(...readdirSync(whole).map((name) => `${path}/${name}`));
      else if (entry?.isFile()) found.set(path, digestOf(readPlainFile(whole)));
      // Where a link leads may change with it.
      else if (entry !== undefined) found.set(path, `${entry.ino} ${entry.ctimeMs}`);
    } catch (error) {
      // Put in the place of a file a moment ago: another look finds what it is now.
      if (error instanceof NotPlain) found.set(path, error.reason);
      else if (!isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) throw error;
    }
  }
  return found;
}
