// The sources of a built program while it runs. An upgrade may take the program's folder away meanwhile, so all of them stand
// once more in one file, the copy, which is opened first and read only then: what is open stays, whatever becomes of its name.

import { type BuiltIn, type ProgramSources, readSource, type Source } from './folder-sources.js';

/** The copy holds the name of every source in the folder, and its text. */
export function openProgram(builtIn: BuiltIn, folder: string, copy: string): ProgramSources {
  const disk = builtIn('node:fs');
  const { join, relative } = builtIn('node:path');
  const file = join(folder, copy);
  let fd: number | undefined;
  let texts: Readonly<Record<string, string>> | undefined;
  try {
    fd = disk.openSync(file, 'r');
  } catch {
    // Then there is only what the folder holds.
  }
  const held = fd === undefined ? undefined : disk.fstatSync(fd);

  function isThere(): boolean {
    if (held === undefined) return true;
    const now = disk.statSync(file, { throwIfNoEntry: false });
    return now?.ino === held.ino && now.mtimeMs === held.mtimeMs;
  }

  function inCopy(source: string, cause?: unknown): Source {
    if (fd === undefined) throw cause;
    const { gunzipSync } = builtIn('node:zlib');
    texts ??= JSON.parse(gunzipSync(disk.readFileSync(fd)).toString());
    const text = texts?.[relative(folder, source)];
    if (text === undefined) throw cause ?? new Error(`${source} is no file of this program`);
    return { text, stamp: `${held?.size} ${held?.mtimeMs} ${copy}` };
  }

  function inFolder(source: string): Source {
    try {
      return readSource(builtIn, source);
    } catch (error) {
      return inCopy(source, error);
    }
  }

  return { isThere, source: (path) => (isThere() ? inFolder(path) : inCopy(path)) };
}
