// One file in the hands of a reader: what it may look at, and how it says what it saw.

import type { DependencyTable } from './tables/dependency-table.js';

/** One file of the repository in a reader's hands. */
export interface OpenFile {
  /** Relative to the scanned folder. */
  readonly path: string;
  readonly name: string;
  /** Its folder, '' for the top. */
  readonly folder: string;
  /** Whether the scan has this path. */
  readonly has: (path: string) => boolean;
  /** The same for a path from its own folder. */
  beside(path: string): boolean;
  /** The whole text, or nothing and a note when it is too large or not text. */
  text(): string | undefined;
  /** Its lines, none where there is no text. What a line has beyond any that people write is cut off. */
  lines(): readonly string[];
  /** The first bytes as text, for files whose head says all: lock files. */
  head(bytes?: number): string | undefined;
  /** Parsed content, or nothing and a note. */
  json(): Promise<unknown>;
  toml(): Promise<unknown>;
  /** Every document of the file. */
  yaml(): Promise<readonly unknown[]>;
  found(name: string, confidence: number, at: Position): void;
  /** What a dependency stands for, if the table knows it. */
  dependency(table: DependencyTable, dependency: string, confidence: number, at: Position): void;
  /** This folder is a package of its own. A table says what the package is for those who depend on it. */
  package(name: string | undefined, table?: DependencyTable): void;
  note(problem: string): void;
}

export interface Position {
  readonly line?: number;
  readonly key?: string;
  readonly value?: string;
}

/** How sure a declaration makes us. */
export const sure = 1;
/** A development dependency of an application that bundles what it runs on. */
export const bundled = 0.95;
/** What a project is developed with. Counts for tools alone: a store or a framework there is not the project's own. */
export const development = 0.9;
export const sign = 0.8;
/** A peer, an extra: supported, and no word on what the project is. */
export const optional = 0.7;
export const weak = 0.6;
