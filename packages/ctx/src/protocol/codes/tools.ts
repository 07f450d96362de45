// Tools, MCP servers and what they are called with.

import { code } from '../failure.js';

export const toolCodes = () => ({
  /** Of a run, or of one call outside of any: that one has no session. */
  tool_denied: code<{ session?: string; why?: string | undefined }>('policy'),
  /** No server of the project that is a program has this name. */
  mcp_program_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('item_not_found'),
  mcp_names_collide: code<{ other: string }>('mcp'),
  rule_unreadable: code('usage'),
  /** `instead` is the rule that would work. */
  rule_useless: code<{ instead?: string | undefined }>('usage'),
  mcp_server_failed: code<{ reason: string }>('mcp', { retryable: true }),
  mcp_unauthorized: code('auth'),
  mcp_login_failed: code<{ reason: string }>('auth'),
  mcp_server_unknown: code<{ known: readonly string[] }>('usage'),
  mcp_credentials_unusable: code<{ reason: string }>('auth'),
  tool_unknown: code<{ nearest?: string | undefined }>('tool_not_found'),
  tool_failed: code<{ why: string }>('runtime'),
  payload_malformed: code<{ problem: string }>('parse'),
  payload_invalid: code<{ reasons: readonly string[] }>('usage'),
});
