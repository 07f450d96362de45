// How long the first sandbox of a process takes to open, in milliseconds: what a run waits for before its first model call.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultRules } from '../../packages/ctx/src/sandbox/rules.js';
import { openSandbox } from '../../packages/ctx/src/sandbox/sandbox.js';

const workspace = mkdtempSync(join(realpathSync(tmpdir()), 'ctx-bench-'));
const place = { workspace, root: workspace, env: process.env, logs: [], programs: [process.execPath] };
const start = performance.now();
const sandbox = await openSandbox(defaultRules, place);
const milliseconds = performance.now() - start;
await sandbox.close();
rmSync(workspace, { recursive: true, force: true });
process.stdout.write(JSON.stringify({ milliseconds }));
