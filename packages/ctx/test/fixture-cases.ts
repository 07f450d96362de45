// The fixtures of the clawable commands: calls of the built programs and what they must answer.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProgramName, repository } from './built.js';

interface FixtureCase {
  readonly says: string;
  /** Made in a fresh folder, which is the working folder: path → content. */
  readonly files?: Readonly<Record<string, string>>;
  /** Makes the folder a git repository, with the files as its one commit, on the branch `main`. */
  readonly git?: true;
  /** A fresh SSH key is made here. */
  readonly ssh_key?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Calls that come first, in the same folder. */
  readonly before?: readonly (readonly string[])[];
  readonly argv: readonly string[];
  /** It is a case of the second ring, where CTX_STORE leads to a real server: to an empty database. */
  readonly needs?: 'postgres';
  readonly exit_code: number;
  /** What the envelope must have, and may have more of. */
  readonly data?: object;
  readonly error?: object;
  readonly name?: string;
  readonly found?: false;
  readonly handled?: false;
  readonly loaded?: false;
}

export interface Fixture {
  readonly program: ProgramName;
  /** The file's name without `.json`. */
  readonly file: string;
  readonly command: string;
  readonly cases: readonly FixtureCase[];
}

export function fixturesOf(program: ProgramName): Fixture[] {
  const folder = join(repository, 'fixtures', program);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.map((name) => ({
    program,
    file: name.slice(0, -'.json'.length),
    ...JSON.parse(readFileSync(join(folder, name), 'utf8')),
  }));
}
