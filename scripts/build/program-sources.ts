// The sources of a running program. An upgrade may take its folder away meanwhile, so all of them stand once more in one
// file, the copy, which is opened first and read only then: what is open stays, whatever becomes of its name. Hooks, which
// end at once, go without.

import { readSource } from './code-cache.js';

export { runCompiled } from './code-cache.js';

/** Node's modules, as `process.getBuiltinModule` gives them: its `require` takes a start 0.1 ms longer. */
export type BuiltIn = typeof process.getBuiltinModule;

/** A text, and what tells it from another version of it. */
export type Source = { readonly text: string; readonly stamp: string };

/** `isThere` says whether the folder still holds the program that was started. */
export type ProgramSources = { isThere(): boolean; read(path: string): Source };

/** `copy` holds the name of every source in the folder, and its text. */
export function openProgram(builtIn: BuiltIn, folder: string, copy: string): ProgramSources {
  const disk = builtIn('node:fs');
  const file = `${folder}/${copy}`;
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

  function inCopy(path: string, cause?: unknown): Source {
    if (fd === undefined) throw cause;
    const { gunzipSync } = builtIn('node:zlib');
    texts ??= JSON.parse(gunzipSync(disk.readFileSync(fd)).toString());
    const text = texts?.[path.slice(folder.length + 1)];
    if (text === undefined) throw cause ?? new Error(`${path} is no file of this program`);
    return { text, stamp: `${held?.size} ${held?.mtimeMs} ${copy}` };
  }

  function read(path: string): Source {
    if (!isThere()) return inCopy(path);
    try {
      return readSource(disk, path);
    } catch (error) {
      return inCopy(path, error);
    }
  }

  return { isThere, read };
}
