// How long the first sandbox of a process takes to open, in milliseconds: what a run waits for before its first model call.

import { defaultRules } from '../../packages/ctx/src/sandbox/rules.js';
import { openSandbox } from '../../packages/ctx/src/sandbox/sandbox.js';
import { inFolder } from '../place.js';

const milliseconds = await inFolder(async (workspace) => {
  const place = { workspace, root: workspace, env: process.env, logs: [], programs: [process.execPath] };
  const start = performance.now();
  const sandbox = await openSandbox(defaultRules, place);
  const took = performance.now() - start;
  await sandbox.close();
  return took;
});
process.stdout.write(JSON.stringify({ milliseconds }));
