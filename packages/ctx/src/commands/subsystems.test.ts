import { expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { runCtx } from '../../test/in-process.js';
import { readRooms } from '../cli/shipped.js';

it('lists the modules of this build with their figures', async () => {
  const rooms = readRooms(builtFolder());
  const lines = (await runCtx(['subsystems'])).stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^module +files +bytes +what it is for$/);
  expect(lines.slice(1).map((line) => line.split(/ {2,}/))).toEqual(
    rooms.map(({ name, modules, bytes, purpose }) => [name, `${modules}`, `${bytes}`, purpose]),
  );
});

it('shows as many as asked, and takes no other number', async () => {
  expect((await runCtx(['subsystems', '--limit', '2'])).stdout.trimEnd().split('\n')).toHaveLength(3);
  expect((await runCtx(['subsystems', '--limit', '-1'])).stderr).toContain('`--limit` cannot be `-1`');
  expect((await runCtx(['subsystems', '--limit', 'two'])).exitCode).toBe(1);
});
