// How the MCP server of an entry is started. Names of packages come from a catalog that anybody may have written: what a runner
// would take for an option, a path or an address of its own is no name.

import type { ServerStart } from '../../hosts/extensions.js';
import { fail } from '../../protocol/codes.js';
import type { Entry } from '../entry.js';

const npm = /^(@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*(@[A-Za-z0-9][A-Za-z0-9.+_-]*)?$/i;
const pypi = /^[A-Za-z0-9][A-Za-z0-9._-]*(\[[A-Za-z0-9,._-]+\])?(==[A-Za-z0-9][A-Za-z0-9.+!_-]*)?$/;
const oci = /^[a-z0-9][a-z0-9._-]*(:\d+)?(\/[a-z0-9][a-z0-9._-]*)*(:[A-Za-z0-9_][A-Za-z0-9._-]*)?$/;
const remote = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:\/[A-Za-z0-9._~/%-]*)?$/i;

/** The first package that can be started counts. `more` are words that a person gives the server. */
export function serverStart(entry: Entry, more: readonly string[]): ServerStart {
  const packages = entry.packages ?? [];
  for (const named of packages) {
    const start = startOf(named, [...(entry.args ?? []), ...more]);
    if (start !== undefined) return start;
  }
  throw fail('catalog_server_unstartable', {
    operation: 'install',
    target: entry.id,
    packages,
    source: entry.source,
  });
}

function startOf(named: string, args: readonly string[]): ServerStart | undefined {
  const colon = named.indexOf(':');
  const name = named.slice(colon + 1);
  switch (named.slice(0, colon)) {
    case 'npm':
      return npm.test(name) ? { command: 'npx', args: ['-y', name, ...args] } : undefined;
    case 'pypi':
      return pypi.test(name) ? { command: 'uvx', args: [name, ...args] } : undefined;
    case 'oci':
      return oci.test(name) ? { command: 'docker', args: ['run', '-i', '--rm', name, ...args] } : undefined;
    case 'remote':
      return remote.test(name) ? { url: `https://${name}` } : undefined;
    default:
      return undefined;
  }
}

/** What the server is called in a host's settings: every host takes letters, digits and dashes. */
export function serverName({ id }: Entry): string {
  return (id.split('/').at(-1) ?? id).replace(/[^a-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'server';
}
