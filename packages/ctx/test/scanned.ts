// A folder with these files, as a scan sees it.

import { scanRepository } from '../src/scan/scan.js';
import { temporaryFolder } from './folder.js';

export type Files = Readonly<Record<string, string>>;

export async function scanOf(files: Files) {
  return scanRepository(temporaryFolder(files), undefined);
}

/** The names of what is found, in order of the alphabet. */
export async function namesIn(files: Files): Promise<string[]> {
  return (await scanOf(files)).findings.map(({ name }) => name).sort();
}

export const json = (value: unknown) => JSON.stringify(value);
