// The tools that come with ctx, for one workspace.

import type { Tool } from '../ports.js';
import { bashTool } from './bash.js';
import { readTool } from './read.js';
import { writeTool } from './write.js';

/** `env` is what `bash` may hand on; the variables that hold credentials are taken out of it. */
export function builtinTools(
  workspace: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly Tool[] {
  return [readTool(workspace), writeTool(workspace), bashTool(workspace, env)];
}
