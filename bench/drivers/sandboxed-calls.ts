// Times calls of `bash` in turns: plain, in the sandbox, and in one that may reach some hosts. Prints medians in milliseconds.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bashTool } from '../../packages/ctx/src/agent/tools/bash.js';
import { defaultRules } from '../../packages/ctx/src/sandbox/rules.js';
import { openSandbox } from '../../packages/ctx/src/sandbox/sandbox.js';
import { median } from '../figures.js';
import { inFolder } from '../place.js';

const rounds = 31;
const times: Record<string, number[]> = { plain: [], confined: [], listed: [] };
await inFolder(async (workspace) => {
  writeFileSync(join(workspace, '.env'), 'A=1');
  const place = { workspace, root: workspace, env: process.env, logs: [], programs: [process.execPath] };
  const confined = await openSandbox(defaultRules, place);
  const listed = await openSandbox({ ...defaultRules, network: ['example.com'] }, place);
  /** As in a run: programs inside may ask for the memory. */
  const memory = { root: workspace, program: [process.execPath] as const, env: process.env };
  const tools = {
    plain: bashTool(workspace, process.env),
    confined: bashTool(workspace, process.env, confined, memory),
    listed: bashTool(workspace, process.env, listed, memory),
  };
  const never = new AbortController().signal;
  for (let round = 0; round < rounds; round++) {
    for (const [name, tool] of Object.entries(tools)) {
      const start = performance.now();
      const options = {
        signal: never,
        kill: never,
        judge: () => ({ allowed: true }) as const,
        guarded: false,
      };
      const { is_error, output } = await tool.run({ command: 'true' }, options);
      if (is_error) throw new Error(output);
      times[name]?.push(performance.now() - start);
    }
  }
  await confined.close();
  await listed.close();
});
process.stdout.write(
  JSON.stringify(Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))),
);
