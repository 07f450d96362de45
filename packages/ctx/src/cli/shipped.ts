// The files that ship inside the package: the table, the schemas, the list of rooms, the pages of the docs.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../protocol/codes.js';
import type { CommandTable } from './table.js';

export interface Room {
  readonly name: string;
  readonly purpose: string;
  readonly modules: number;
  readonly bytes: number;
}

export function readTable(folder: string): CommandTable {
  return shipped('schemas/commands.json', (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

export function readRooms(folder: string): readonly Room[] {
  return shipped('rooms.json', (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** The names of the schemas, without `.json`; the table itself is no schema. */
export function schemaNames(folder: string): string[] {
  const files = shipped('schemas', (name) => readdirSync(join(folder, name)));
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => name !== 'commands')
    .sort();
}

export function readSchema(folder: string, schema: string): object {
  return shipped(`schemas/${schema}.json`, (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** The names of the pages, without `.md`, README among them as the list of all. */
export function pageNames(folder: string): string[] {
  const files = shipped('docs', (name) => readdirSync(join(folder, name)));
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort();
}

export function readPage(folder: string, page: string): string {
  return shipped(`docs/${page}.md`, (name) => readFileSync(join(folder, name), 'utf8'));
}

function shipped<T>(name: string, read: (name: string) => T): T {
  try {
    return read(name);
  } catch (cause) {
    throw fail('package_incomplete', { operation: 'read', target: name, cause });
  }
}
