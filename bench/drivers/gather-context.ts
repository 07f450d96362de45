// Gathering what a model is told before the task, in a repository of 10,000 tracked files with a memory, notes for agents
// and skills: its median, in milliseconds.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gatherContext } from '../../packages/ctx/src/context/gather.js';
import { systemClock } from '../../packages/ctx/src/time/clock.js';
import { median } from '../figures.js';
import { inFolder } from '../place.js';

const shippedFolder = process.argv[2] ?? '';
await inFolder(async (root) => {
  const put = (path: string, text: string) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (let folder = 0; folder < 500; folder++)
    for (let file = 0; file < 20; file++)
      put(`part-${folder % 25}/folder-${folder}/file-${file}.ts`, `export const x = ${file};\n`);
  put('AGENTS.md', '# Notes\n\nRun the tests before you say that it works.\n'.repeat(40));
  put('.context/TASKS.md', '- [ ] the first task <!-- ctx 1 2026-01-01T00:00:00Z -->\n');
  put('.context/DECISIONS.md', '## Use one table <!-- ctx 1 2026-01-01T00:00:00Z -->\n\nIt is smaller.\n');
  for (let skill = 0; skill < 20; skill++)
    put(
      `.claude/skills/skill-${skill}/SKILL.md`,
      `---\nname: skill-${skill}\ndescription: Does one thing.\n---\n`,
    );
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: root });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'all of it');
  const place = { root, workspace: root, env: {}, clock: systemClock, shippedFolder };
  const times: number[] = [];
  for (let i = 0; i < 15; i++) {
    put('part-3/changed.ts', `export const changed = ${i};\n`);
    const start = performance.now();
    const { pieces } = await gatherContext({}, undefined, place);
    times.push(performance.now() - start);
    const kinds = pieces.map(({ kind }) => kind).join(' ');
    if (kinds !== 'system environment instructions brief skills') throw new TypeError(`gathered ${kinds}`);
  }
  console.log(JSON.stringify({ gatherMs: median(times) }));
});
