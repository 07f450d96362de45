import { expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { temporaryFolder } from '../../test/folder.js';
import { Failure } from '../protocol/failure.js';
import { readRooms, readSchema, readTable, schemaNames } from './shipped.js';

it('finds the table, the rooms and the schemas of the build', () => {
  const folder = builtFolder();
  const table = readTable(folder);
  expect(table.program).toBe('ctx');
  const clawable = table.commands.filter(({ surface }) => surface === 'clawable').map(({ name }) => name);
  const files = clawable.map((name) => name.replaceAll(' ', '-'));
  expect(schemaNames(folder)).toEqual(expect.arrayContaining(['envelope', 'command-table', ...files]));
  expect(schemaNames(folder)).not.toContain('commands');
  expect(readSchema(folder, 'sysinfo')).toMatchObject({ $id: 'urn:ctx:schema:sysinfo' });
  for (const room of readRooms(folder).filter(({ name }) => name === 'cli' || name === 'protocol')) {
    expect(room.modules).toBeGreaterThan(3);
    expect(room.bytes).toBeGreaterThan(1000);
  }
});

it.each([
  ['schemas/commands.json', readTable],
  ['rooms.json', readRooms],
  ['schemas', schemaNames],
  ['schemas/sysinfo.json', (folder: string) => readSchema(folder, 'sysinfo')],
])('names %s where the installation lacks it', (target, read) => {
  const folder = temporaryFolder({ 'rooms.json': '{', 'schemas-elsewhere': '' });
  try {
    read(folder);
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error).toMatchObject({ code: 'package_incomplete', where: { operation: 'read', target } });
  }
});
