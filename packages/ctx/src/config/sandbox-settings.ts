// What a config and the command line together say of the sandbox.

import { resolve } from 'node:path';
import { fail } from '../protocol/codes.js';
import type { RunSettings, SandboxSettings } from '../protocol/records.js';
import { parsedHost } from '../sandbox/network/allowed-hosts.js';
import { type Layer, portable } from './layers.js';

/** The last word counts; what is hidden adds up. */
export function sandboxFrom(layers: readonly Layer[], root: string): Pick<RunSettings, 'sandbox'> {
  const said = layers.flatMap(({ settings: { sandbox }, base }) =>
    sandbox === undefined ? [] : [{ sandbox, base }],
  );
  const last = said.at(-1)?.sandbox;
  if (last === undefined || last === 'off') return last === undefined ? {} : { sandbox: last };
  const rules = said.flatMap(({ sandbox, base }) =>
    typeof sandbox === 'string' ? [] : [rulesFrom(sandbox, base, root)],
  );
  if (rules.length === 0) return { sandbox: 'on' };
  const hide = [...new Set(rules.flatMap((one) => one.hide ?? []))];
  return { sandbox: { ...Object.assign({}, ...rules), ...(hide.length > 0 && { hide }) } };
}

type SandboxObject = Exclude<SandboxSettings, string>;

function rulesFrom(rules: SandboxObject, base: string, root: string): SandboxObject {
  const { network, read, write } = rules;
  const wrong = Array.isArray(network) ? network.find((entry) => parsedHost(entry) === undefined) : undefined;
  if (wrong !== undefined) throw fail('sandbox_host_invalid', { operation: 'plan', target: wrong });
  const placed = (paths: readonly string[]) =>
    paths.map((path) => (path.startsWith('~/') ? path : portable(root, resolve(base, path))));
  return {
    ...rules,
    ...(read !== undefined && { read: placed(read) }),
    ...(write !== undefined && { write: placed(write) }),
  };
}
