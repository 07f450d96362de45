import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
    for (const { name: room } of rooms) expect(page()).toContain(`\`${room}/\``);
  },
);

const page = () => readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');

const sourceOf = (name: string) =>
  ['packages/ctx/src', 'packages/ctxctl/src']
    .map((folder) => join(repository, folder, `${name}.ts`))
    .find((file) => existsSync(file));

/** Each walk, as the names of files in it, and which of them a step begins with. */
function walks() {
  const text = page().slice(page().indexOf('## Walks'), page().indexOf('## The build'));
  const paragraphs = text.split(/\n\n(?=\*)/).slice(1);
  return paragraphs.map((paragraph) => {
    const [, title = ''] = /^\*([^*]+)\.\*/.exec(paragraph) ?? [];
    const steps = Array.from(
      paragraph.matchAll(/(^\d+\. |→\s+)?`([a-z-]+(?:\/[a-z-]+)*)`/gm),
      ([, step, name = '']) => ({
        name,
        isCalled: step !== undefined,
      }),
    );
    return { title, steps };
  });
}

it('every file that the walks of ARCHITECTURE.md name is there', () => {
  const names = walks().flatMap(({ steps }) => steps.map(({ name }) => name));
  const paths = names.filter((name) => name.includes('/') && !name.startsWith('packages/'));
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((name) => sourceOf(name) === undefined)).toEqual([]);
});

it.each(walks())(
  'every step of the walk “$title” begins with a file that one named before it imports',
  ({ steps }) => {
    const imported = new Set<string>();
    const alone: string[] = [];
    for (const { name, isCalled } of steps) {
      const file = sourceOf(name);
      if (file === undefined) continue;
      if (isCalled && imported.size > 0 && !imported.has(file)) alone.push(name);
      for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g))
        imported.add(join(dirname(file), `${path}.ts`));
    }
    expect(alone).toEqual([]);
  },
);
