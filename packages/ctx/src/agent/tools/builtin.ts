// The tools that come with ctx, for one workspace.

import type { Environment } from '../../disk/user-folder.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { Tool } from '../ports.js';
import { bashTool } from './bash.js';
import { editTool } from './edit.js';
import { globTool } from './glob.js';
import { grepTool } from './grep.js';
import { listTool } from './list.js';
import type { MemoryPlace } from './memory-desk.js';
import { readTool } from './read.js';
import { writeTool } from './write.js';
import { type Protection, writeGuard } from './write-guard.js';

/** `env` is what `bash` may hand on; the variables that hold credentials are taken out of it. */
export function builtinTools(
  workspace: string,
  env: Environment,
  sandbox?: Sandbox,
  protection: Protection = {},
  memory?: MemoryPlace,
): readonly Tool[] {
  const home = env['HOME'];
  const hides = sandbox === undefined ? undefined : (path: string) => sandbox.hides(path);
  const guard = writeGuard(workspace, protection);
  return [
    readTool(workspace),
    writeTool(workspace, guard),
    editTool(workspace, guard),
    globTool(workspace, home, hides),
    grepTool(workspace, home, hides),
    listTool(workspace),
    bashTool(workspace, env, sandbox, memory),
  ];
}
