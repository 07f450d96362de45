// MCP servers: lists in the registry's `server.json` form, and the configuration files of hosts.

import { isMembers, listOf, type Members, memberOf, wordOf } from '../../protocol/members.js';
import { onOneLine } from '../../text/one-line.js';
import { configuredPackages, remoteName } from '../configured-server.js';
import { normalTag } from '../vocabulary.js';
import { type Found, idPart } from './found.js';
import { knownTags } from './known-tags.js';

/** One server.json, a list of them, or a registry's answer `{servers: [{server, _meta}]}`. */
export function offerRegistry(found: Found, document: unknown, path: string): boolean {
  const servers = serversIn(document);
  if (servers === undefined) return false;
  servers.forEach((item, i) => {
    const wrapped = isMembers(item) && isMembers(item['server']) ? item['server'] : item;
    const meta = isMembers(item) ? item['_meta'] : undefined;
    offerServer(found, wrapped, meta, `${path}#${i}`, path);
  });
  return true;
}

function serversIn(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document;
  if (!isMembers(document)) return undefined;
  if (Array.isArray(document['servers'])) return document['servers'];
  const looksLikeOne =
    typeof document['name'] === 'string' &&
    ('packages' in document || 'remotes' in document || 'repository' in document);
  return looksLikeOne ? [document] : undefined;
}

/** Names are `namespace/server`, the namespace a reversed domain. */
function offerServer(found: Found, server: unknown, meta: unknown, item: string, path: string) {
  if (!isMembers(server)) return found.refuse(item, 'it is not an object');
  const { name, description } = server;
  if (typeof name !== 'string' || !/^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/.test(name)) {
    return found.refuse(item, 'its name is not of the form namespace/server');
  }
  if (typeof description !== 'string' || description.trim() === '')
    return found.refuse(item, 'it has no description');
  const [namespace = '', own = ''] = name.split('/');
  const url = wordOf(memberOf(server['repository'], 'url')) ?? wordOf(server['websiteUrl']) ?? path;
  const status = wordOf(server['status']) ?? wordOf(memberOf(official(meta), 'status'));
  const updated = /^\d{4}-\d{2}-\d{2}/.exec(wordOf(memberOf(official(meta), 'updatedAt')) ?? '')?.[0];
  const summary = onOneLine(description);
  found.offer(item, {
    id: `mcp:${idPart(namespace)}/${idPart(own)}`,
    kind: 'mcp',
    name: own,
    summary,
    source: url,
    tags: knownTags(own, summary),
    packages: packagesOf(server),
    ...(updated === undefined ? {} : { updated }),
    ...(status === 'deprecated' || status === 'deleted' ? { retired: true } : {}),
  });
}

function official(meta: unknown): unknown {
  return memberOf(meta, 'io.modelcontextprotocol.registry/official');
}

function packagesOf(server: Members): string[] {
  const named = listOf(server['packages']).flatMap((entry) => {
    const type = wordOf(memberOf(entry, 'registryType')) ?? wordOf(memberOf(entry, 'registry_type'));
    const identifier = wordOf(memberOf(entry, 'identifier')) ?? wordOf(memberOf(entry, 'name'));
    return type === undefined || identifier === undefined || identifier.length > 200
      ? []
      : [`${type}:${identifier}`];
  });
  const hosts = listOf(server['remotes']).flatMap((remote) => {
    const address = remoteName(wordOf(memberOf(remote, 'url')));
    return address === undefined ? [] : [address];
  });
  return [...new Set([...named, ...hosts])].slice(0, 20);
}

/** The servers of `.mcp.json` and its like. Arguments and environments can hold secrets: only names are taken. */
export function offerConfig(found: Found, document: unknown, path: string): boolean {
  const servers = isMembers(document) ? (document['mcpServers'] ?? document['servers']) : undefined;
  if (!isMembers(servers)) return false;
  for (const [name, server] of Object.entries(servers)) {
    const item = `${path}#${name}`;
    const part = idPart(name);
    if (part === '') {
      found.refuse(item, 'its name has no letter or digit');
      continue;
    }
    const identity = configuredPackages(server);
    const [first] = identity;
    found.offer(item, {
      id: `mcp:local/${part}`,
      kind: 'mcp',
      name,
      summary:
        first === undefined
          ? `The server ${name}, as configured here.`
          : `The server ${name}, as configured here: ${first}.`,
      source: path,
      tags: [...new Set([normalTag(name) ?? [], knownTags(name, '')].flat())],
      packages: identity,
    });
  }
  return true;
}
