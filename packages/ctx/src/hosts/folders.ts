// Where a host works, best guess first. It is asked before anything else, so that a project that does not use ctx costs
// next to nothing.

import type { Environment } from '../disk/user-folder.js';
import { wordOf } from '../protocol/members.js';

/** The folder that the session began in; `cwd` follows the agent around. */
const startedIn: Readonly<Record<string, string>> = {
  'claude-code': 'CLAUDE_PROJECT_DIR',
  gemini: 'GEMINI_PROJECT_DIR',
  qwen: 'QWEN_PROJECT_DIR',
  cursor: 'CURSOR_PROJECT_DIR',
};

export function projectFolders(
  host: string,
  input: Readonly<Record<string, unknown>>,
  env: Environment,
): string[] {
  const variable = Object.hasOwn(startedIn, host) ? startedIn[host] : undefined;
  const roots = input['workspace_roots'];
  const folders = [
    wordOf(variable === undefined ? undefined : env[variable]),
    wordOf(input['cwd']) ?? wordOf(input['directory']),
    wordOf(Array.isArray(roots) ? roots[0] : undefined),
  ];
  return folders.filter((folder) => folder !== undefined);
}
