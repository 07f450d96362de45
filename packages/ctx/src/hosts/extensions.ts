// Where each host keeps skills, agents and MCP servers, for one person and for a project, and how it writes a server down.

import { isAbsolute, join } from 'node:path';
import { personalFolder } from './here.js';
import type { HostPlaces } from './host.js';

export const extensionScopes = ['project', 'user'] as const;
export type ExtensionScope = (typeof extensionScopes)[number];

/** A server as every host can be told: a program with its words, or an address. */
export type ServerStart =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly url: string };

export interface ServerSettings {
  /** Nothing where the host has no such file for this scope. */
  file(scope: ExtensionScope, places: HostPlaces): string | undefined;
  /** The member that holds the servers by name. */
  readonly member: string;
  value(start: ServerStart): object;
}

export interface HostExtensions {
  readonly host: string;
  skills(scope: ExtensionScope, places: HostPlaces): string;
  /** Not there for a host that reads no agents in this form, or none in a folder of their own. */
  readonly agents?: (scope: ExtensionScope, places: HostPlaces) => string;
  /** The command of the host itself that adds a server, where ctx does not edit its settings. */
  readonly servers: ServerSettings | { readonly byHand: string };
}

const below =
  (project: string, personal: (places: HostPlaces) => string, name: string) =>
  (scope: ExtensionScope, places: HostPlaces): string =>
    scope === 'project' ? join(places.root, project, name) : join(personal(places), name);

const home = (places: HostPlaces) => personalFolder(places, '', '');
const claude = (places: HostPlaces) => personalFolder(places, 'CLAUDE_CONFIG_DIR', '.claude');
const gemini = (places: HostPlaces) => join(personalFolder(places, 'GEMINI_CLI_HOME', ''), '.gemini');
const qwen = (places: HostPlaces) => personalFolder(places, 'QWEN_HOME', '.qwen');
const copilot = (places: HostPlaces) => personalFolder(places, 'COPILOT_HOME', '.copilot');
const cursor = (places: HostPlaces) => personalFolder(places, 'CURSOR_CONFIG_DIR', '.cursor');
const agents = (places: HostPlaces) => join(home(places), '.agents');
const opencode = (places: HostPlaces) => {
  const { XDG_CONFIG_HOME: given = '' } = places.env;
  return join(isAbsolute(given) ? given : join(home(places), '.config'), 'opencode');
};

/** Claude Code's form, which most have taken over. */
const plain = (start: ServerStart): object =>
  'url' in start ? { type: 'http', url: start.url } : { command: start.command, args: [...start.args] };

/** Gemini CLI and Qwen Code tell an address that streams from others by its member. */
const streamed = (start: ServerStart): object => ('url' in start ? { httpUrl: start.url } : plain(start));

const extensions: readonly HostExtensions[] = [
  {
    host: 'claude-code',
    skills: below('.claude', claude, 'skills'),
    agents: below('.claude', claude, 'agents'),
    servers: {
      file: (scope, places) =>
        scope === 'project'
          ? join(places.root, '.mcp.json')
          : join(places.env['CLAUDE_CONFIG_DIR'] || home(places), '.claude.json'),
      member: 'mcpServers',
      value: plain,
    },
  },
  {
    host: 'codex',
    skills: below('.agents', agents, 'skills'),
    servers: { byHand: 'codex mcp add' },
  },
  {
    host: 'gemini',
    skills: below('.gemini', gemini, 'skills'),
    servers: { file: below('.gemini', gemini, 'settings.json'), member: 'mcpServers', value: streamed },
  },
  {
    host: 'copilot',
    skills: below('.github', copilot, 'skills'),
    servers: {
      file: (scope, places) => (scope === 'user' ? join(copilot(places), 'mcp-config.json') : undefined),
      member: 'mcpServers',
      value: (start) => ({ type: 'url' in start ? 'http' : 'local', ...plain(start), tools: ['*'] }),
    },
  },
  {
    host: 'qwen',
    skills: below('.qwen', qwen, 'skills'),
    servers: { file: below('.qwen', qwen, 'settings.json'), member: 'mcpServers', value: streamed },
  },
  {
    host: 'opencode',
    skills: below('.opencode', opencode, 'skills'),
    servers: {
      file: (scope, places) => join(scope === 'project' ? places.root : opencode(places), 'opencode.json'),
      member: 'mcp',
      value: (start) =>
        'url' in start
          ? { type: 'remote', url: start.url, enabled: true }
          : { type: 'local', command: [start.command, ...start.args], enabled: true },
    },
  },
  {
    host: 'cursor',
    skills: below('.cursor', cursor, 'skills'),
    servers: { file: below('.cursor', cursor, 'mcp.json'), member: 'mcpServers', value: plain },
  },
];

export function extensionsOf(host: string): HostExtensions {
  const found = extensions.find((one) => one.host === host);
  if (found === undefined) throw new TypeError(`${host} is not a host`);
  return found;
}
