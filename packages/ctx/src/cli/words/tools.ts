// Words for tools, the rules about them and MCP servers.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { because, didYouMean } from './phrases.js';

export const toolWords = {
  tool_unknown: ({ target, nearest }, program) => ({
    message: `There is no tool \`${target}\`.`,
    hint: didYouMean(nearest, `Run \`${program} tools\` for the list of tools.`),
  }),
  tool_failed: ({ target, why }) => ({
    message: `\`${target}\` ran and failed: ${why}`,
    hint: 'Its whole output is in error.details with --output-format json.',
  }),
  tool_denied: ({ target, why, session }) =>
    session === undefined
      ? {
          message: `The policy denies this call of \`${target}\`${because(why)}`,
          hint: 'Change --allow-tool and --deny-tool; `ctx tool-pool` shows what they leave.',
        }
      : {
          message: `Run \`${target}\` asked for a tool that the policy denies${because(why)}`,
          hint: 'Change the policy, or let the model be told of denials: --on-deny tell.',
        },
  payload_malformed: ({ target, problem }, program) => ({
    message: `The payload for \`${target}\` is not JSON: ${problem}.`,
    hint: `Quote it for the shell: ${program} exec-tool read '{"path":"README.md"}'.`,
  }),
  payload_invalid: ({ target, reasons }, program) => ({
    message: `The payload does not fit \`${target}\`: ${reasons.join('; ')}`.replace(/[^?]$/, '$&.'),
    hint: `Run \`${program} show-tool ${target}\` for its schema.`,
  }),
  rule_unreadable: ({ target }) => ({
    message: `The rule \`${target}\` cannot be read.`,
    hint: 'A rule is TOOL or TOOL(PATTERN), for example `bash(git *)`; see `ctx docs policy`.',
  }),
  rule_useless: ({ target, instead }) => ({
    message: `The rule \`${target}\` can never match: file tools see only paths inside the workspace, relative to it.`,
    hint: instead === undefined ? 'Leave it out; no file tool gets there.' : `Write \`${instead}\`.`,
  }),
  mcp_program_unknown: ({ target, known, nearest }) => ({
    message: `.mcp.json starts no MCP server called ${target}.`,
    hint:
      nearest !== undefined
        ? `Did you mean ${nearest}?`
        : known.length === 0
          ? 'It starts none: servers with a `url` already run outside.'
          : `It starts: ${known.join(', ')}.`,
  }),
  mcp_names_collide: ({ target, other }) => ({
    message: `The MCP servers \`${target}\` and \`${other}\` cannot be told apart: their tool names start the same way.`,
    hint: 'Rename one of them. In tool names only letters, digits, `_` and `-` are kept.',
  }),
  mcp_server_failed: ({ target, reason }) => ({
    message: `The MCP server \`${target}\`, which is required, did not start: ${reason}.`,
    hint: 'Look at its entry in the MCP file; without `required: true` the run continues without it.',
  }),
  mcp_unauthorized: ({ target }, program) => ({
    message: `The MCP server \`${target}\`, which is required, wants a login (HTTP 401).`,
    hint: `Run \`${program} mcp login ${target}\`. Or give it a token in \`headers\` of its entry, and trust the file again with \`${program} trust\`.`,
  }),
  mcp_login_failed: ({ target, reason }, program) => ({
    message: `The login to the MCP server \`${target}\` failed: ${reason}.`,
    hint: `Nothing was kept. Try \`${program} mcp login ${target}\` again, or register a client with the server and name it under \`oauth\` in its entry.`,
  }),
  mcp_server_unknown: ({ target, known }) => ({
    message: `No MCP server over HTTP is called \`${target}\` here.`,
    hint: known.length === 0 ? 'The MCP file names none.' : `Servers: ${known.join(', ')}.`,
  }),
  mcp_credentials_unusable: ({ target, reason }) => ({
    message: `The logins to MCP servers at ${target} cannot be used: ${reason}.`,
  }),
} satisfies Partial<WordsFor<Codes>>;
