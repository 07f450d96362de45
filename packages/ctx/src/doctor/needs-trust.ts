// Everything in a project that runs or speaks on its behalf, as it stands now.

import { join } from 'node:path';
import { readServerFile } from '../agent/mcp/server-file.js';
import { isThere } from '../disk/is-there.js';
import { contextName } from '../memory/context.js';
import { readSettings } from '../memory/read-settings.js';
import { settingsItems } from '../memory/settings-trust.js';
import { shellCommandItems } from '../registry/shell-commands.js';
import type { TrustItem } from '../trust/item.js';
import { type TrustPlace, trustedIn } from '../trust/trust-file.js';
import { type JudgedItem, judgedItem } from '../trust/trust-state.js';

export async function itemsNeedingTrust({ root, env }: TrustPlace): Promise<TrustItem[]> {
  const servers = isThere(join(root, '.mcp.json')) ? readServerFile(root, '.mcp.json', env).items : [];
  const settings = isThere(join(root, contextName)) ? settingsItems(await readSettings({ root })) : [];
  return [...servers, ...shellCommandItems(root, env), ...settings];
}

/** What would have to be trusted for each server of the project to run outside of the sandbox, by its name. */
export function serversOutside({ root, env }: TrustPlace): ReadonlyMap<string, TrustItem> {
  return isThere(join(root, '.mcp.json')) ? readServerFile(root, '.mcp.json', env).outside : new Map();
}

export interface TrustedProject {
  readonly stood: readonly JudgedItem[];
  /** What was trusted once and is not there any more. */
  readonly gone: readonly TrustItem[];
}

export async function trustedProject(place: TrustPlace): Promise<TrustedProject> {
  const trusted = trustedIn(place);
  const isKnown = (item: TrustItem) =>
    trusted.some(({ kind, path }) => kind === item.kind && path === item.path);
  // Nobody needs a server to run outside: it is shown only where a person once said so.
  const outside = [...serversOutside(place).values()].filter(isKnown);
  // What a person allowed for good is of their own making: nothing in the project can change it.
  const allowed = trusted.filter(({ kind }) => kind === 'allowed-rule');
  const items = [...(await itemsNeedingTrust(place)), ...outside, ...allowed];
  const stillStands = (item: TrustItem) =>
    items.some(({ kind, path }) => kind === item.kind && path === item.path);
  return {
    stood: items.map((item) => judgedItem(item, trusted)),
    gone: trusted.filter((item) => !stillStands(item)),
  };
}
