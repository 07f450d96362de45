// The file that keeps the compiled code of one command: a table of files, then the code of each.

import type { Script } from 'node:vm';

/** A file, its size and its time, and where its compiled code begins and how long it is. */
export type Row = readonly [file: string, size: number, mtimeMs: number, at: number, length: number];

/** A JSON array of rows, and line ends up to here. */
export const tableBytes = 8192;

export interface LoadedFile {
  readonly file: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly script: Script;
  /** Whether V8 had to compile it. */
  readonly fresh: boolean;
}

/** What was kept before: an open file, or none, and the rows of its table. */
export interface Kept {
  readonly fd: number;
  readonly table: ReadonlyMap<string, Row>;
}
