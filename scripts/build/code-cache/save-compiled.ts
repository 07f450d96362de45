// Keeps the code that V8 compiled for a command, beside the program: who can write there can write the program, too. A
// file is made whole under another name and then renamed, because V8 trusts what it is given.

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type Kept, type LoadedFile, type Row, tableBytes } from './table.js';

/** Who has held the other name for so long is not writing any more. */
const abandonedMs = 60_000;

/** Who ran the command notices nothing of this: not a folder that cannot be written to, not a full disk. */
export function saveCompiled(path: string, files: readonly LoadedFile[], before: Kept): void {
  const unfinished = `${path}.unfinished`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const fd = openSync(unfinished, 'wx');
    try {
      write(fd, [...partsOfOthers(files, before), ...files.map(partOf)]);
      renameSync(unfinished, path);
    } catch {
      rmSync(unfinished);
    } finally {
      closeSync(fd);
    }
  } catch {
    removeAbandoned(unfinished);
  }
}

function removeAbandoned(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > abandonedMs) rmSync(path);
  } catch {
    // It is not there, or not ours.
  }
}

interface Part extends Pick<LoadedFile, 'file' | 'size' | 'mtimeMs'> {
  readonly code: Buffer;
}

function partOf({ file, size, mtimeMs, script }: LoadedFile): Part {
  return { file, size, mtimeMs, code: script.createCachedData() };
}

/** Of files that other calls of the same command loaded, and this one did not. */
function partsOfOthers(files: readonly LoadedFile[], { fd, table }: Kept): Part[] {
  const loaded = new Set(files.map(({ file }) => file));
  return [...table.values()]
    .filter(([file]) => !loaded.has(file))
    .map(([file, size, mtimeMs, at, length]) => {
      const code = Buffer.alloc(length);
      if (readSync(fd, code, 0, length, at) !== length) throw new RangeError(`${file} is cut off`);
      return { file, size, mtimeMs, code };
    });
}

function write(fd: number, parts: readonly Part[]): void {
  let end = tableBytes;
  const rows = parts.map(({ file, size, mtimeMs, code }): Row => {
    end += code.length;
    return [file, size, mtimeMs, end - code.length, code.length];
  });
  const table = Buffer.from(JSON.stringify(rows).padEnd(tableBytes, '\n'));
  if (table.length !== tableBytes) throw new RangeError('more files than the table has room for');
  for (const part of [table, ...parts.map(({ code }) => code)]) {
    if (writeSync(fd, part) !== part.length) throw new RangeError('the disk is full');
  }
  fsyncSync(fd);
}
