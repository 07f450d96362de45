// The tools of one MCP server, as tools of ours: `mcp__server__tool`.

import type { Tool as OfferedTool } from '@modelcontextprotocol/client';
import { sha256 } from '../../disk/digest.js';
import { canonical, type Json, type JsonObject } from '../../protocol/json.js';
import type { Tool, ToolOutcome } from '../ports.js';
import { wordsToModel } from '../words-to-model.js';
import type { ServerConnection } from './connection.js';
import { resultText } from './result-text.js';
import type { ServerConfig } from './server-config.js';

/** What model providers take as a tool's name at most. */
const longestName = 64;
const digestLength = 8;
const longestDescription = 4_000;
const largestSchema = 64 * 1024;
const mostTools = 500;

export interface ServerTools {
  readonly tools: readonly Tool[];
  /** Tools that the server offers and nobody gets, each with why. */
  readonly warnings: readonly string[];
}

export function toolsOf(
  server: ServerConfig,
  connection: ServerConnection,
  offered: readonly OfferedTool[],
): ServerTools {
  const tools = new Map<string, Tool>();
  const warnings: string[] = [];
  const leaveOut = (tool: string, why: string) =>
    warnings.push(`${server.name}: the tool ${tool} is left out: ${why}`);
  for (const tool of offered.slice(0, mostTools)) {
    const name = toolName(server.name, tool.name);
    const input = soundSchema(tool.inputSchema);
    if (tools.has(name)) leaveOut(tool.name, 'there is one of that name already');
    else if (tool.execution?.taskSupport === 'required')
      leaveOut(tool.name, 'it can only be called as a task, which ctx does not do');
    else if (input === undefined) leaveOut(tool.name, 'its schema is no JSON, or too large');
    else tools.set(name, toolOf(server, connection, tool, name, input));
  }
  if (offered.length > mostTools) {
    warnings.push(
      `${server.name}: it offers ${offered.length} tools; those after the first ${mostTools} are left out`,
    );
  }
  return { tools: [...tools.values()], warnings };
}

/** How the names of all tools of a server begin. A very long name is cut, and then they begin with what is left of it. */
export function toolPrefix(server: string): string {
  const room = longestName - digestLength - 1;
  return `mcp__${plain(server)}__`.slice(0, room);
}

/** Letters, digits, `_` and `-`, which is what providers take; a name that is too long ends in a digest of itself. */
export function toolName(server: string, tool: string): string {
  const name = `mcp__${plain(server)}__${plain(tool)}`;
  if (name.length <= longestName) return name;
  const digest = sha256(name).slice(0, digestLength);
  return `${name.slice(0, longestName - digest.length - 1)}_${digest}`;
}

function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '_');
}

/** Canonical, because its digest goes into the log. */
function soundSchema(schema: unknown): JsonObject | undefined {
  try {
    const text = canonical(schema);
    const value: Json = JSON.parse(text);
    return text.length <= largestSchema && isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toolOf(
  server: ServerConfig,
  connection: ServerConnection,
  { name: theirs, description = '', annotations }: OfferedTool,
  name: string,
  input: JsonObject,
): Tool {
  return {
    name,
    description: description.slice(0, longestDescription).toWellFormed(),
    input,
    readOnly: annotations?.readOnlyHint === true,
    server: server.name,
    async run(given, { signal }): Promise<ToolOutcome> {
      try {
        const request = { name: theirs, arguments: isJsonObject(given) ? { ...given } : {} };
        const result = await connection.client.callTool(request, { signal, timeout: server.callTimeout });
        return { output: connection.withoutSecrets(resultText(result)), is_error: result.isError === true };
      } catch (error) {
        if (await connection.wantsLogin(error))
          return { output: wordsToModel.loginWanted(server.name), is_error: true };
        const reason = error instanceof Error ? error.message : String(error);
        const more = connection.lastWords();
        const said = more === undefined || reason.includes(more) ? '' : ` (${more})`;
        const output = `The MCP server ${server.name} gave no result: ${reason}${said}`;
        return { output: connection.withoutSecrets(output), is_error: true };
      }
    },
  };
}
