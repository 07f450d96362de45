// Runs and single calls with an MCP server of a test.

import { join } from 'node:path';
import { temporaryFolder } from './folder.js';
import { type Misbehaviour, mcpFile, ownServer } from './mcp-servers.js';
import { jsonOf, scriptOf, task } from './scripted.js';
import { recordsOf } from './session-files.js';

export const env = { PATH: process.env['PATH'] };

export const exec = (cwd: string, tool: string, payload: object, ...flags: string[]) =>
  jsonOf(['exec-tool', tool, JSON.stringify(payload), '--trust', ...flags], { cwd, env });

export const toolCall = (tool: string, input: object = {}) => ({ call: [{ tool, input }] });

export function project(misbehaviour: Misbehaviour, replies: readonly object[], more: object = {}): string {
  return temporaryFolder({
    '.mcp.json': mcpFile({ own: { ...ownServer(misbehaviour), ...more } }),
    's.yaml': scriptOf(...replies),
  });
}

export const run = (cwd: string, ...flags: string[]) =>
  jsonOf(['run', ...task('Go.'), '--session-id', 's', '--trust', ...flags], { cwd, env });

export const returned = (cwd: string) =>
  recordsOf(join(cwd, '.context/sessions/s.jsonl')).filter(({ type }) => type === 'tool.returned');
