import { expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { readRooms, readTable } from '../cli/shipped.js';

it('sums up the commands by group and surface, the rooms, and what the project brings along', async () => {
  const cwd = temporaryFolder({
    '.claude/commands/a.md': 'A',
    '.claude/skills/b/SKILL.md': 'B',
    '.claude/skills/c/SKILL.md': 'C',
  });
  const { stdout } = await runCtx(['summary'], { cwd });
  expect(stdout).toMatch(/^# ctx \S+\n/);
  const groups = [...stdout.matchAll(/^\| (\w+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)].slice(1);
  const named = groups.flatMap(([, , ...cells]) =>
    cells.flatMap((cell) => cell.split(', ').filter((name) => name !== '')),
  );
  expect(named.sort()).toEqual(
    readTable(builtFolder())
      .commands.map(({ name }) => name)
      .sort(),
  );
  for (const { name, modules } of readRooms(builtFolder()))
    expect(stdout).toContain(`- **${name}** (${modules} file${modules === 1 ? '' : 's'}): `);
  expect(stdout).toMatch(/## This project\n\n- 1 command\n- 2 skills\n- 0 plugins\n$/);
});
