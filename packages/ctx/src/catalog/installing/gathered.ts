// What an entry's source holds, read whole into memory before anything is written: bounded, without links, with names that can
// be shown.

import { fail } from '../../protocol/codes.js';
import type { Entry } from '../entry.js';
import { hostile } from '../entry.js';

export interface GatheredFile {
  /** With slashes, below the skill's folder. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly executable: boolean;
}

export interface Gathered {
  /** As a person would look for it: a path, or an address. */
  readonly from: string;
  readonly files: readonly GatheredFile[];
  /** Licences that lie above it in its source, the nearest first. */
  readonly licences: readonly GatheredFile[];
  /** The commit that they were taken from, where it is known. */
  readonly commit?: string;
}

const mostFiles = 2000;
const largestFile = 16 << 20;
const mostBytes = 64 << 20;
const deepest = 16;
const longestPath = 400;

/** Counts what is taken, and refuses what nobody would want in a project. */
export class Takings {
  private files = 0;
  private bytes = 0;
  private readonly id: string;
  private readonly from: string;

  constructor(id: string, from: string) {
    this.id = id;
    this.from = from;
  }

  /** Before a file is read. */
  allow(path: string, size: number): void {
    this.files += 1;
    this.bytes += size;
    if (hostile(path)) throw this.unfit(`the name ${JSON.stringify(path)} holds control characters`);
    const parts = path.split('/');
    if (path.length > longestPath || parts.length > deepest)
      throw this.unfit(`the path of ${path} is too long`);
    if (path.includes('\\') || parts.some((part) => part === '' || part === '.' || part === '..'))
      throw this.unfit(`the path ${path} leads out of it`);
    if (parts.includes('.git')) throw this.unfit(`${path} belongs to a git repository`);
    if (size > largestFile) throw this.unfit(`${path} is larger than ${largestFile >> 20} MiB`);
    if (this.files > mostFiles) throw this.unfit(`it has more than ${mostFiles} files`);
    if (this.bytes > mostBytes) throw this.unfit(`it holds more than ${mostBytes >> 20} MiB`);
  }

  unfit(problem: string) {
    return fail('catalog_source_unfit', { operation: 'install', target: this.id, from: this.from, problem });
  }
}

export function sourceGone({ id, source }: Pick<Entry, 'id' | 'source'>, reason: string, cause?: unknown) {
  return fail('catalog_source_gone', { operation: 'install', target: id, source, reason, cause });
}

export const isLicence = (name: string): boolean =>
  /^(licen[cs]e|copying|unlicen[cs]e)([.-].*)?$/i.test(name);
