// What agents find in a repository: instructions, skills, MCP servers, settings of their hosts.

import { isMembers } from '../../protocol/members.js';
import { type OpenFile, sign, sure } from '../reader.js';
import { field, membersOf, shown } from '../shape.js';

/** Files of instructions, by the host that reads them. */
const instructions: Readonly<Record<string, string>> = {
  'AGENTS.md': 'agents-md',
  'CLAUDE.md': 'claude-code',
  'GEMINI.md': 'gemini-cli',
  '.cursorrules': 'cursor',
  '.windsurfrules': 'windsurf',
  '.clinerules': 'cline',
  '.aider.conf.yml': 'aider',
};

export function agentInstructions(file: OpenFile) {
  const lines = file.lines();
  const line = lines.findIndex((text) => text.trim() !== '' && text.trim() !== '---');
  if (line === -1) return;
  const place = { line: line + 1, value: shown(lines[line]) };
  if (file.name === 'SKILL.md')
    return /(^|\/)skills\//.test(file.path) ? file.found('claude-skills', sure, place) : undefined;
  if (file.name === 'copilot-instructions.md') {
    return file.folder === '.github' ? file.found('copilot', sure, place) : undefined;
  }
  file.found(instructions[file.name] ?? 'agents-md', sure, place);
}

export async function mcpServers(file: OpenFile) {
  const document = await file.json();
  const servers = membersOf(field(document, 'mcpServers') ?? field(document, 'servers'));
  for (const name of Object.keys(servers)) file.found('mcp', sure, { key: `mcpServers.${name}` });
  if (file.path.startsWith('.cursor/')) file.found('cursor', sure, { key: 'mcpServers' });
}

/** Settings of hosts, by their path. */
const settings: Readonly<Record<string, string>> = {
  '.claude/settings.json': 'claude-code',
  '.gemini/settings.json': 'gemini-cli',
  'opencode.json': 'opencode',
  '.codex/config.toml': 'codex',
  '.zed/settings.json': 'zed',
  '.continue/config.json': 'continue',
};

export async function hostSettings(file: OpenFile) {
  const document = file.name.endsWith('.toml') ? await file.toml() : await file.json();
  const host = settings[file.path];
  if (host === undefined || !isMembers(document)) return;
  file.found(host, sure, { key: Object.keys(document)[0] ?? file.name });
}

/** Agents, commands and rules that a project keeps for a host. */
export function hostFolder(file: OpenFile) {
  const first = file
    .head()
    ?.split('\n')
    .find((line) => line.trim() !== '' && line.trim() !== '---');
  if (first === undefined) return;
  const host =
    { '.cursor': 'cursor', '.opencode': 'opencode' }[file.path.split('/')[0] ?? ''] ?? 'claude-code';
  file.found(host, sign, {
    line: 1,
    value: shown(first),
  });
}
