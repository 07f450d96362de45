// MCP servers that an editor hands over. They are kept as a file of the user's own, and go the way of every file that names servers: nothing of
// it starts before a person trusts it.

import { dirname, join, relative, sep } from 'node:path';
import { membersOf, textOf, wantedMembers, wantedText } from '../acp/fields.js';
import { invalidParams } from '../acp/rpc-error.js';
import { writeAtomically } from '../disk/atomic.js';
import { digestOf } from '../disk/digest.js';
import { makeFolders } from '../disk/folders.js';
import type { Environment } from '../disk/user-folder.js';
import { userPlace } from '../project/user-place.js';

const mostServers = 100;

/** The file's path, relative to the root; nothing where no server was handed over. */
export function keptServers(value: unknown, root: string, env: Environment): string | undefined {
  const servers = handedServers(value);
  if (servers === undefined) return undefined;
  const folder = userPlace('state', root, '.editor-servers', env);
  if (folder === undefined)
    throw invalidParams('mcpServers: there is no state folder of the user to keep them in');
  const text = `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`;
  const path = join(folder, `${digestOf(text).slice(-16)}.json`);
  makeFolders(dirname(path), 0o700);
  writeAtomically(path, text, 0o600);
  return relative(root, path).split(sep).join('/');
}

function handedServers(value: unknown): Readonly<Record<string, object>> | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw invalidParams('mcpServers must be an array');
  if (value.length > mostServers) throw invalidParams(`mcpServers: at most ${mostServers} are taken`);
  const named = value.map((server, i) => serverOf(server, `mcpServers[${i}]`));
  if (new Set(named.map(([name]) => name)).size !== named.length)
    throw invalidParams('mcpServers: two servers have the same name');
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** As `.mcp.json` has it. What stands in it is meant as it stands: no variable is filled in. */
function serverOf(value: unknown, place: string): [string, object] {
  const { type, name, command, args, env, url, headers } = wantedMembers(value, place);
  const called = wantedText(name, `${place}.name`);
  if (!/^[\w .@/-]{1,100}$/u.test(called) || called === '__proto__')
    throw invalidParams(`${place}.name has characters that a name cannot have`);
  if (type === 'http' || type === 'sse')
    return [called, { type, url: literal(url, `${place}.url`), headers: pairs(headers, `${place}.headers`) }];
  if (type !== undefined && type !== 'stdio') throw invalidParams(`${place}.type must be stdio, http or sse`);
  if (args !== undefined && !Array.isArray(args)) throw invalidParams(`${place}.args must be an array`);
  return [
    called,
    {
      command: literal(command, `${place}.command`),
      args: (args ?? []).map((arg: unknown, i: number) => literal(arg, `${place}.args[${i}]`)),
      env: pairs(env, `${place}.env`),
    },
  ];
}

function pairs(value: unknown, place: string): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!Array.isArray(value)) throw invalidParams(`${place} must be an array`);
  return Object.fromEntries(
    value.map((pair, i) => {
      const { name, value: text } = membersOf(pair);
      if (textOf(name) === '__proto__') throw invalidParams(`${place}[${i}].name cannot be used`);
      return [wantedText(name, `${place}[${i}].name`), literal(text, `${place}[${i}].value`)];
    }),
  );
}

function literal(value: unknown, place: string): string {
  const text = wantedText(value, place);
  if (/\$\{[A-Za-z_]\w*(?::-[^}]*)?\}/.test(text))
    throw invalidParams(`${place}: the editor has to fill in \${…} itself`);
  return text;
}
