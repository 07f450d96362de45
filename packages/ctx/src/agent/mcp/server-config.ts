// The servers that a `.mcp.json` names, as hosts read it: `${VAR}` and `${VAR:-default}` stand for the environment's.

import type { Environment } from '../../disk/user-folder.js';
import { parseJson } from '../../document/parse-json.js';
import { fail } from '../../protocol/codes.js';
import { isMembers, type Members } from '../../protocol/members.js';
import { filledIn } from './filled-in.js';
import { noSettings, type OAuthSettings, oauthSettings } from './oauth/settings.js';

export interface ServerConfig {
  readonly name: string;
  /** Without it nothing goes on. */
  readonly required: boolean;
  readonly startTimeout: number;
  readonly callTimeout: number;
  readonly reach: Stdio | Http;
}

interface Stdio {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Http {
  readonly kind: 'http' | 'sse';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth: OAuthSettings;
}

/** A server that cannot be started as it is written: it fails by its name, and the others go on. */
export interface UnusableServer {
  readonly name: string;
  readonly required: boolean;
  readonly problem: string;
}

export interface ConfiguredServers {
  readonly servers: readonly (ServerConfig | UnusableServer)[];
  readonly warnings: readonly string[];
}

const knownKeys = new Set(
  'type command args env url headers oauth required disabled startup_timeout_ms timeout_ms description'.split(
    ' ',
  ),
);
const defaultStart = 15_000;
const defaultCall = 120_000;

/** `text` is what a person trusted, `shown` what people call the file: only here are variables filled in. */
export function configuredServers(text: string, shown: string, env: Environment): ConfiguredServers {
  const servers: (ServerConfig | UnusableServer)[] = [];
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(serversIn(text, shown))) {
    if (!isMembers(value)) {
      servers.push({ name, required: false, problem: 'it is not a mapping' });
      continue;
    }
    if (value['disabled'] === true) continue;
    const required = value['required'] === true;
    try {
      servers.push(serverOf(name, value, env));
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      servers.push({ name, required, problem: error.message });
    }
    for (const key of Object.keys(value)) {
      if (!knownKeys.has(key)) warnings.push(`${shown}: ${name} has the key ${key}, which ctx does not know`);
    }
  }
  return { servers, warnings };
}

class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** By name, each as it stands in the text. */
export function serversIn(text: string, shown: string): Members {
  const document = parseJson(text, shown);
  const servers = isMembers(document) ? document['mcpServers'] : undefined;
  if (isMembers(servers)) return servers;
  throw fail('document_invalid', {
    operation: 'parse',
    target: shown,
    place: 'mcpServers',
    rule: 'type',
    wanted: 'object',
  });
}

function serverOf(name: string, fields: Members, env: Environment): ServerConfig {
  const text = (value: unknown, key: string) => expanded(textOf(value, key), env);
  return {
    name,
    required: fields['required'] === true,
    startTimeout: millisecondsOf(fields['startup_timeout_ms'], env['MCP_TIMEOUT'], defaultStart),
    callTimeout: millisecondsOf(fields['timeout_ms'], env['MCP_TOOL_TIMEOUT'], defaultCall),
    reach: reachOf(fields, text),
  };
}

function reachOf(fields: Members, text: (value: unknown, key: string) => string): Stdio | Http {
  const type = fields['type'] ?? (fields['url'] === undefined ? 'stdio' : 'http');
  if (type === 'stdio') {
    const { command, args = [], env = {} } = fields;
    if (!Array.isArray(args)) throw new Unusable('args is not a list');
    return {
      kind: 'stdio',
      command: text(command, 'command'),
      args: args.map((arg) => text(arg, 'args')),
      env: mapped(env, 'env', text),
    };
  }
  if (type !== 'http' && type !== 'streamable-http' && type !== 'sse') {
    throw new Unusable(`its type is ${JSON.stringify(type)}, not stdio, http or sse`);
  }
  const url = text(fields['url'], 'url');
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new Unusable('its url is none that starts with http');
  return {
    kind: type === 'sse' ? 'sse' : 'http',
    url: new URL(url),
    headers: mapped(fields['headers'] ?? {}, 'headers', text),
    oauth: oauthOf(fields['oauth'], text),
  };
}

function oauthOf(value: unknown, text: (value: unknown, key: string) => string): OAuthSettings {
  if (value === undefined) return noSettings;
  if (!isMembers(value)) throw new Unusable('oauth is not a mapping');
  return oauthSettings(value, text, (why) => new Unusable(why));
}

function mapped(value: unknown, key: string, text: (value: unknown, key: string) => string) {
  if (!isMembers(value)) throw new Unusable(`${key} is not a mapping`);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, text(one, `${key}.${name}`)]));
}

function textOf(value: unknown, key: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Unusable(value === undefined ? `it has no ${key}` : `${key} is not a text`);
}

/** A variable that is not there, and has no default, is no empty text: a server would get half a command line. */
function expanded(text: string, env: Environment): string {
  return filledIn(text, env, (name) => {
    throw new Unusable(`the environment has no ${name}`);
  });
}

function millisecondsOf(own: unknown, fromEnvironment: string | undefined, otherwise: number): number {
  const wanted = typeof own === 'number' ? own : Number(fromEnvironment);
  return Number.isFinite(wanted) && wanted >= 1 ? Math.round(wanted) : otherwise;
}
