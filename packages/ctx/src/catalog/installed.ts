// What is installed already, in this project and for this user: skills, agents, configured MCP servers.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { homeFolder } from '../disk/home-folder.js';
import { NotPlain, notPlainWords, readPlainFile } from '../disk/plain-file.js';
import type { UnreadFile } from '../files/unread-file.js';
import { isSystemError } from '../protocol/failure.js';
import { isMembers, memberOf } from '../protocol/members.js';
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
  '.github/skills',
  '.copilot/skills',
  '.qwen/skills',
  '.cursor/skills',
];
export const agentFolders = ['.claude/agents', '.agents/agents', '.opencode/agent'];
export const serverFiles = [
  '.mcp.json',
  '.claude.json',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
  '.gemini/settings.json',
  '.qwen/settings.json',
  '.copilot/mcp-config.json',
];
/** Its servers stand in a member of another name. */
const opencodeFiles = ['opencode.json', '.config/opencode/opencode.json'];

export interface WhatIsInstalled {
  /** Sorted. */
  readonly installed: readonly Installed[];
  /** Folders and settings that are there and could not be read or understood. */
  readonly unread: readonly UnreadFile[];
}

export function installedIn(
  project: string,
  env: Readonly<Record<string, string | undefined>>,
): WhatIsInstalled {
  const home = homeFolder(env);
  const roots = project === home ? [project] : [project, home];
  const unread: UnreadFile[] = [];
  const found = roots.flatMap((root) => [
    ...skillFolders.flatMap((folder) => skillsIn(join(root, folder), unread)),
    ...agentFolders.flatMap((folder) => agentsIn(join(root, folder), unread)),
    ...serverFiles.flatMap((file) => serversIn(join(root, file), ['mcpServers', 'servers'], unread)),
    ...opencodeFiles.flatMap((file) => serversIn(join(root, file), ['mcp'], unread)),
  ]);
  const installed = found.sort((a, b) => (a.kind + a.name + a.where < b.kind + b.name + b.where ? -1 : 1));
  return { installed, unread };
}

function skillsIn(folder: string, unread: UnreadFile[]): Installed[] {
  return entries(folder, unread).map((name) => ({
    kind: 'skill',
    name,
    packages: [],
    where: join(folder, name),
  }));
}

function agentsIn(folder: string, unread: UnreadFile[]): Installed[] {
  const agent = (file: string, where: string): Installed[] =>
    file.endsWith('.md') ? [{ kind: 'agent', name: file.slice(0, -'.md'.length), packages: [], where }] : [];
  return entries(folder, unread).flatMap((name) => {
    const path = join(folder, name);
    if (name.endsWith('.md')) return agent(name, path);
    // In a folder of its own, beside its licence: as `ctx catalog install` puts it.
    return isFolder(path) ? entries(path, unread).flatMap((file) => agent(file, join(path, file))) : [];
  });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function serversIn(file: string, members: readonly string[], unread: UnreadFile[]): Installed[] {
  const document = read(file, unread, () => JSON.parse(readPlainFile(file, largestFile).toString()));
  const servers = members.map((member) => memberOf(document, member)).find((value) => value !== undefined);
  if (!isMembers(servers)) return [];
  return Object.entries(servers).map(([name, server]) => ({
    kind: 'mcp',
    name,
    packages: configuredPackages(server),
    where: file,
  }));
}

/** No host's settings are larger. */
const largestFile = 16 << 20;

function entries(folder: string, unread: UnreadFile[]): string[] {
  const names = read(folder, unread, () => readdirSync(folder)) ?? [];
  return names.filter((name) => !name.startsWith('.'));
}

/** These files are a stranger's or another program's: one that cannot be read is told of, and stops nothing. */
function read<T>(file: string, unread: UnreadFile[], use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'ENOTDIR')) unread.push({ file, problem: problemOf(error) });
    return undefined;
  }
}

function problemOf(error: unknown): string {
  if (error instanceof NotPlain) return notPlainWords[error.reason];
  if (error instanceof SyntaxError) return 'it is not JSON';
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
