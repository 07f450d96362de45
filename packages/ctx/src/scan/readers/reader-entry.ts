// What an entry of the lists of readers says: which files, and the code that reads them.

import type { OpenFile } from '../reader.js';

export type Read = (file: OpenFile) => Promise<void> | void;
export type Load = () => Promise<Read> | Read;

export interface ReaderEntry {
  /** Exact names of the files that it reads. */
  readonly names?: readonly string[];
  /** Or their endings, with the dot. */
  readonly endings?: readonly string[];
  /** Narrows both. Asked for every file with such a name or ending, so it looks at cheap things first. */
  readonly where?: (path: string, name: string) => boolean;
  /** Many files have the name, few are meant: a file that only such a reader wants is read after all others. */
  readonly last?: true;
  readonly load: Load;
}
