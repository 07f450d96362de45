// What is installed already, in this project and for this user: skills, agents, configured MCP servers.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from '../disk/plain-file.js';
import { configuredPackages } from './configured-server.js';
import type { Kind } from './kinds.js';

export interface Installed {
  readonly kind: Kind;
  readonly name: string;
  /** How an MCP server can be recognised whatever it is called here. */
  readonly packages: readonly string[];
  /** Where it was seen. */
  readonly where: string;
}

/** Folders and files in which the common hosts keep them. */
export const skillFolders = [
  '.claude/skills',
  '.agents/skills',
  '.codex/skills',
  '.opencode/skills',
  '.gemini/skills',
];
export const agentFolders = ['.claude/agents', '.agents/agents', '.opencode/agent'];
export const serverFiles = ['.mcp.json', '.cursor/mcp.json', '.vscode/mcp.json', '.gemini/settings.json'];

/** Sorted; what cannot be read is not there. */
export function installedIn(project: string, env: Readonly<Record<string, string | undefined>>): Installed[] {
  const home = env['HOME'] || process.getBuiltinModule('node:os').homedir();
  const roots = project === home ? [project] : [project, home];
  const found = roots.flatMap((root) => [
    ...skillFolders.flatMap((folder) => skillsIn(join(root, folder))),
    ...agentFolders.flatMap((folder) => agentsIn(join(root, folder))),
    ...serverFiles.flatMap((file) => serversIn(join(root, file))),
  ]);
  return found.sort((a, b) => (a.kind + a.name + a.where < b.kind + b.name + b.where ? -1 : 1));
}

function skillsIn(folder: string): Installed[] {
  return entries(folder).map((name) => ({ kind: 'skill', name, packages: [], where: join(folder, name) }));
}

function agentsIn(folder: string): Installed[] {
  return entries(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({
      kind: 'agent',
      name: file.slice(0, -'.md'.length),
      packages: [],
      where: join(folder, file),
    }));
}

function serversIn(file: string): Installed[] {
  const document = readDocument(file);
  if (typeof document !== 'object' || document === null) return [];
  const servers =
    'mcpServers' in document ? document.mcpServers : 'servers' in document ? document.servers : undefined;
  if (typeof servers !== 'object' || servers === null) return [];
  return Object.entries(servers).map(([name, server]) => ({
    kind: 'mcp',
    name,
    packages: configuredPackages(server),
    where: file,
  }));
}

/** No host's settings are larger. */
const largestFile = 4 << 20;

/** Nothing where it is no plain file, too large, or broken: the project's files are a stranger's. */
function readDocument(file: string): unknown {
  try {
    return JSON.parse(readPlainFile(file, largestFile).toString());
  } catch {
    return undefined;
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
