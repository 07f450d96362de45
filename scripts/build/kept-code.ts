// The compiled code that is kept of a program's sources, in one file, of which only what is asked for is read. V8 believes
// whatever it is given, so what is kept counts only if it is the user's own and whole: all of it stands in the file twice,
// because comparing takes Node less than any checksum.

import type * as fs from 'node:fs';
import type { BuiltIn } from './folder-sources.js';

/** The compiled code of a source, and what tells that source from another version of it. */
export interface Compiled {
  readonly stamp: string;
  readonly code: Buffer;
}

/** In the file: a line with a row for each source, and then the code of each; and all of that again. */
type Row = readonly [source: string, stamp: string, length: number];

export interface KeptCode {
  sources(): Iterable<string>;
  of(source: string): Compiled | undefined;
}

const nothing: KeptCode = { sources: () => [], of: () => undefined };

/** Most lists of sources are shorter. */
const usualList = 1 << 12;

export function openKept(builtIn: BuiltIn, place: string): KeptCode {
  const disk = builtIn('node:fs');
  // An error for a file that is not there takes longer than looking first.
  if (!disk.existsSync(place)) return nothing;
  try {
    // It stays open: another call may put another file in its place.
    const fd = disk.openSync(place, disk.constants.O_RDONLY | (disk.constants.O_NONBLOCK ?? 0));
    const { mode, size, uid } = disk.fstatSync(fd);
    const isOwn = uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
    const isFile = (mode & disk.constants.S_IFMT) === disk.constants.S_IFREG;
    if (isOwn && isFile && size > 0 && size % 2 === 0) return keptIn(disk, fd, size / 2);
    disk.closeSync(fd);
  } catch {
    // It is made another time.
  }
  return nothing;
}

function keptIn(disk: typeof fs, fd: number, half: number): KeptCode {
  const places = new Map<string, readonly [at: number, length: number, stamp: string]>();

  function piece(at: number, length: number): Buffer | undefined {
    const both = Buffer.allocUnsafe(2 * length);
    const read = disk.readSync(fd, both, 0, length, at) + disk.readSync(fd, both, length, length, half + at);
    const first = both.subarray(0, length);
    return read === both.length && first.equals(both.subarray(length)) ? first : undefined;
  }

  function list(length: number): string | undefined {
    const text = piece(0, Math.min(length, half))?.toString() ?? '';
    const end = text.indexOf('\n') + 1;
    if (end > 0) return text.slice(0, end);
    return length < half ? list(4 * length) : undefined;
  }

  const listed = list(usualList) ?? '[]';
  let at = Buffer.byteLength(listed);
  const rows: Row[] = JSON.parse(listed);
  for (const [source, stamp, length] of rows) {
    places.set(source, [at, length, stamp]);
    at += length;
  }
  return {
    sources: () => places.keys(),
    of(source) {
      const [begin, length, stamp] = places.get(source) ?? [0, 0, ''];
      const code = length === 0 ? undefined : piece(begin, length);
      return code && { stamp, code };
    },
  };
}

/** Whoever ran the command notices nothing of this: not a folder that cannot be written to, not a full disk. */
export function keep(
  builtIn: BuiltIn,
  place: string,
  kept: KeptCode,
  fresh: () => Iterable<readonly [source: string, Compiled]>,
): void {
  const { existsSync, mkdirSync, renameSync, writeFileSync } = builtIn('node:fs');
  const { dirname } = builtIn('node:path');
  try {
    const all = new Map(fresh());
    // What other calls of the same command loaded, and this one did not, stays as long as there is such a source.
    for (const source of kept.sources()) {
      const compiled = all.has(source) || !existsSync(source) ? undefined : kept.of(source);
      if (compiled !== undefined) all.set(source, compiled);
    }
    const rows = [...all].map(([source, { stamp, code }]): Row => [source, stamp, code.length]);
    const codes = [...all.values()].map(({ code }) => code);
    const half = Buffer.concat([Buffer.from(`${JSON.stringify(rows)}\n`), ...codes]);
    const unfinished = `${place}.unfinished`;
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, Buffer.concat([half, half]), { mode: 0o600 });
    renameSync(unfinished, place);
  } catch {
    // It is made another time.
  }
}
