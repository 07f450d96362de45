// Plugin marketplaces: which skills and agents of a tree come in one plugin.

import { join, normalize } from 'node:path';
import { isWithin } from '../../disk/within.js';
import { isMembers } from '../../protocol/members.js';
import { parseJson } from '../../scan/documents.js';
import { hostile } from '../entry.js';
import type { Found } from './found.js';
import type { TreeFile } from './tree.js';

/** Folders, and the plugin that each belongs to. */
export type Bundles = Map<string, string>;

export async function offerMarketplace(bundles: Bundles, found: Found, file: TreeFile, root: string) {
  const content = file.text();
  if (content === undefined) return;
  const parsed = await parseJson(content);
  if ('problem' in parsed) return found.refuse(file.path, `it is ${parsed.problem}`);
  const plugins = isMembers(parsed.value) ? parsed.value['plugins'] : undefined;
  if (!Array.isArray(plugins)) return found.refuse(file.path, 'it lists no plugins');
  for (const [i, plugin] of plugins.entries()) offerPlugin(bundles, found, plugin, `${file.path}#${i}`, root);
}

function offerPlugin(bundles: Bundles, found: Found, plugin: unknown, item: string, root: string) {
  if (!isMembers(plugin)) return found.refuse(item, 'it is not an object');
  const name = plugin['name'];
  if (typeof name !== 'string' || name.trim() === '' || name.length > 100 || hostile(name)) {
    return found.refuse(item, 'its name is missing or cannot be shown');
  }
  // A source elsewhere is an address: it is not fetched, so it brings nothing.
  if (typeof plugin['source'] !== 'string')
    return found.refuse(item, `${name} is elsewhere, and ctx fetches nothing`);
  const folder = inside(root, plugin['source']);
  if (folder === undefined) return found.refuse(item, `${name} points out of the tree`);
  const listed = ['skills', 'agents'].flatMap((key) => (Array.isArray(plugin[key]) ? plugin[key] : []));
  if (listed.length === 0) bundles.set(folder, name);
  for (const part of listed) {
    const place = typeof part === 'string' ? inside(folder, part) : undefined;
    if (place === undefined) found.refuse(item, `${name} lists a part that points out of the tree`);
    else bundles.set(place, name);
  }
}

/** The path below a folder, nothing if it leads out. */
function inside(folder: string, path: string): string | undefined {
  if (path.includes('\0') || path.startsWith('/')) return undefined;
  const whole = normalize(join(folder, path)).replace(/\/+$/, '');
  const base = folder.replace(/\/+$/, '');
  return isWithin(base, whole) ? whole : undefined;
}
