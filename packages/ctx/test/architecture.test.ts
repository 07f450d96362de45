import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './built.js';

it.each(['ctx', 'ctxctl'])(
  'every folder of the sources of %s is a room with a door, and ARCHITECTURE.md names it',
  (name) => {
    const folder = join(repository, 'packages', name);
    const rooms: { name: string }[] = JSON.parse(readFileSync(join(folder, 'rooms.json'), 'utf8'));
    const folders = readdirSync(join(folder, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(rooms.map((room) => room.name).sort()).toEqual(folders.map((entry) => entry.name).sort());
    const page = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
    for (const { name: room } of rooms) expect(page).toContain(`\`${room}/\``);
  },
);

it('every file that the walks of ARCHITECTURE.md name is there', () => {
  const page = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
  const walks = page.slice(page.indexOf('## Walks'), page.indexOf('## The build'));
  const names = [...walks.matchAll(/`([a-z-]+(?:\/[a-z-]+)+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('packages/'));
  const sources = ['packages/ctx/src', 'packages/ctxctl/src'];
  const missing = names.filter(
    (name) => !sources.some((folder) => existsSync(join(repository, folder, `${name}.ts`))),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
