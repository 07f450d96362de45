// A look at a repository of 10,000 tracked files, as before and after every command of an agent: its median, in
// milliseconds of CPU.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchWorkspace } from '../../packages/ctx/src/workspace/watch.js';
import { cpuMs, median } from '../figures.js';
import { inFolder } from '../place.js';

await inFolder((root) => {
  for (let folder = 0; folder < 500; folder++) {
    const path = join(root, `part-${folder % 25}`, `folder-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < 20; file++)
      writeFileSync(join(path, `file-${file}.ts`), `export const x = ${file};\n`);
  }
  writeFileSync(join(root, '.gitignore'), 'node_modules/\n*.log\ndist/\n');
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '.'], { cwd: root });
  const watch = watchWorkspace({ root, home: undefined, own: [] }, { sameEverywhere: false });
  watch.look();
  const times: number[] = [];
  for (let i = 0; i < 15; i++) {
    writeFileSync(join(root, 'part-3', `made-${i}`), '');
    const before = process.cpuUsage();
    if (watch.look()?.paths.length !== 1) throw new TypeError('the look did not find the new file');
    times.push(cpuMs(before));
  }
  console.log(JSON.stringify({ lookMs: median(times) }));
});
