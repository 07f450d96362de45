// What `--host` and `--scope` mean: the flags that the commands about hooks share.

import { flag } from '../../cli/inputs.js';
import { type Host, type HostPlaces, type Scope, scopes } from '../../hosts/host.js';
import { hostNamed, hosts } from '../../hosts/known.js';
import { fail } from '../../protocol/codes.js';
import { nearest } from '../../text/nearest.js';

export const hostFlag = flag.texts('a host, or several with commas (default: all)', 'HOST');
export const scopeFlag = flag.choice('whose settings: yours, the project’s, or yours in the project', scopes);

/** The hosts that were named; nothing where none was. */
export function namedHosts(given: readonly string[]): Host[] | undefined {
  if (given.length === 0) return undefined;
  const names = given.flatMap((text) => text.split(',')).map((name) => name.trim());
  return [...new Set(names)].map((name) => {
    const host = hostNamed(name);
    if (host !== undefined) return host;
    const known = hosts.map((one) => one.name);
    throw fail('host_unknown', { operation: 'argparse', target: name, known, nearest: nearest(name, known) });
  });
}

/** Those that were named, else those that are on this machine; none is enough where something else is installed. */
export function hostsToInstall(given: readonly string[], places: HostPlaces, mayBeNone = false): Host[] {
  const named = namedHosts(given);
  if (named !== undefined) return named;
  const here = hosts.filter((host) => host.isHere(places));
  if (here.length > 0 || mayBeNone) return here;
  const known = hosts.map(({ name }) => name);
  throw fail('host_missing', { operation: 'find_hosts', target: 'hosts', known });
}

export function wantedScopes(scope: Scope | undefined): readonly Scope[] {
  return scope === undefined ? scopes : [scope];
}
