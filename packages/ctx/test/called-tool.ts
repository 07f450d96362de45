// A built-in tool called as the loop calls it: schema, policy and all.

import type { ToolOutcome } from '../src/agent/ports.js';
import { builtinTools } from '../src/agent/tools/builtin.js';
import { findCallable, poolOf } from '../src/agent/tools/pool.js';
import { runTool } from '../src/agent/tools/run-tool.js';
import type { Policy } from '../src/protocol/records.js';

const never = new AbortController().signal;

export async function callTool(
  root: string,
  name: string,
  input: object,
  rules: Partial<Policy> = {},
): Promise<ToolOutcome> {
  const policy: Policy = { allow: [], deny: [], on_deny: 'tell', ...rules };
  const found = findCallable(poolOf(builtinTools(root, process.env), policy), name, input);
  if (!('tool' in found)) return { output: 'before dispatch', is_error: true, denied: found };
  return runTool({ tool: found.tool, input }, policy, { signal: never, kill: never });
}
