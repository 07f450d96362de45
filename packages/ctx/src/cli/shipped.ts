// The generated files that ship inside the package: the table, the schemas, the list of rooms.

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
  return JSON.parse(readShipped(folder, 'schemas/commands.json'));
}

export function readRooms(folder: string): readonly Room[] {
  return JSON.parse(readShipped(folder, 'rooms.json'));
}

/** The names of the schemas, without `.json`; the table itself is no schema. */
export function schemaNames(folder: string): string[] {
  const files = readdirSync(join(folder, 'schemas')).filter((file) => file.endsWith('.json'));
  return files
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => name !== 'commands')
    .sort();
}

export function readSchema(folder: string, name: string): object {
  return JSON.parse(readShipped(folder, `schemas/${name}.json`));
}

function readShipped(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (cause) {
    throw fail('package_incomplete', { operation: 'read', target: name, cause });
  }
}
