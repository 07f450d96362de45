// What Codex tells its hooks of a call, in the words of its app server: both tell the same call.

import { membersOf, textOf } from '../../acp/fields.js';
import { patchedFiles } from '../../hosts/patched-files.js';
import { isMembers } from '../../protocol/members.js';
import type { ToldCall } from '../agent-port.js';
import type { HostHook } from '../host-hook.js';

type Fields = Readonly<Record<string, unknown>>;

/** Tools that it tells of in no other way. */
export const untoldTools =
  /^(view_image|update_plan|get_goal|create_goal|update_goal|(spawn|close|wait|resume)_agent|send_input|list_mcp_resources|list_mcp_resource_templates|read_mcp_resource)$/;

export const codexHook: HostHook = {
  first: ['exec_command', 'file_change'],
  isTold: (tool) => !untoldTools.test(tool),
  callOf({ hook_event_name, tool_name, tool_input, tool_use_id }) {
    if (hook_event_name !== 'PreToolUse' || isOfServer(tool_name)) return undefined;
    return callOf(textOf(tool_use_id) ?? '', textOf(tool_name) ?? '', tool_input);
  },
  resultOf({ hook_event_name, tool_name, tool_response, tool_use_id }) {
    if (hook_event_name !== 'PostToolUse' || isOfServer(tool_name)) return undefined;
    const output = typeof tool_response === 'string' ? tool_response : JSON.stringify(tool_response ?? '');
    return { call_id: textOf(tool_use_id) ?? '', output, is_error: false };
  },
  replyOf: (word) =>
    word.say === 'allow'
      ? {}
      : {
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'deny',
            permissionDecisionReason: word.say === 'deny' ? word.reason : 'the turn is being ended',
          },
        },
};

/** Its settings make it ask about all of them, by their own names; hooks are told others (`get_env` for `get-env`), which no rule means. */
function isOfServer(tool: unknown): boolean {
  return typeof tool === 'string' && tool.startsWith('mcp__');
}

function callOf(call_id: string, tool: string, input: unknown): ToldCall {
  const command = textOf(membersOf(input)['command']);
  if (tool === 'Bash' && command !== undefined)
    return { call_id, tool: 'exec_command', input: { cmd: command } };
  if (tool === 'apply_patch' && command !== undefined)
    return { call_id, tool: 'file_change', input: { changes: changesIn(command) }, preview: command };
  return { call_id, tool, input: isMembers(input) ? input : { input } };
}

function changesIn(patch: string): Fields[] {
  return [...new Set(patchedFiles(patch))].sort().map((path) => ({ path }));
}
