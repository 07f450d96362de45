// Decides what each file of a tree is, and offers what it holds.

import { basename } from 'node:path';
import { parseJson } from '../../scan/documents.js';
import { Found, idPart } from './found.js';
import { type MarkdownPlace, offerAgent, offerSkill } from './markdown.js';
import { type Bundles, offerMarketplace } from './marketplace.js';
import { offerConfig, offerRegistry } from './mcp.js';
import { filesOf, type TreeFile } from './tree.js';

export interface ImportedPath {
  readonly found: Found;
  /** What the import is called: the folder's or the file's own name. */
  readonly name: string;
}

export async function importPath(path: string): Promise<ImportedPath> {
  const found = new Found();
  const { root, files } = filesOf(path, found);
  const single = files.length === 1 && files[0]?.name === basename(path);
  const name = idPart(single ? basename(path).replace(/\.\w+$/, '') : basename(root)) || 'import';
  const owner = idPart(basename(root)) || name;
  const bundles: Bundles = new Map();
  for (const file of files) {
    if (file.name === 'marketplace.json') await offerMarketplace(bundles, found, file, root);
  }
  for (const file of files) await offerFile(found, file, owner, bundles, single);
  return { found, name };
}

async function offerFile(found: Found, file: TreeFile, owner: string, bundles: Bundles, single: boolean) {
  if (file.name === 'SKILL.md') return offerSkillFile(found, file, placeOf(file, owner, bundles), single);
  if (file.name.endsWith('.md')) return offerAgentFile(found, file, placeOf(file, owner, bundles), single);
  if (file.name.endsWith('.jsonl')) return offerLines(found, file);
  if (single || serverLists.has(file.name)) await offerJson(found, file, single);
}

const serverLists = new Set([
  '.mcp.json',
  'mcp.json',
  'server.json',
  'servers.json',
  'claude_desktop_config.json',
]);

function placeOf({ path }: TreeFile, owner: string, bundles: Bundles): MarkdownPlace {
  const bundle = bundleOf(bundles, path);
  return { path, owner, ...(bundle !== undefined && { bundle }) };
}

function offerSkillFile(found: Found, file: TreeFile, place: MarkdownPlace, single: boolean) {
  const content = file.text();
  // A tree that is itself one skill has no folder name that the specification speaks of.
  const folder = single || file.folders.length === 1 ? '' : (file.folders.at(-1) ?? '');
  if (content !== undefined) offerSkill(found, content, folder, place);
}

function offerAgentFile(found: Found, file: TreeFile, place: MarkdownPlace, single: boolean) {
  if (!single && !file.folders.includes('agents')) return;
  if (!single && /^(readme|changelog|license|contributing|agents|claude)\.md$/i.test(file.name)) return;
  const content = file.text();
  if (content === undefined || !(single || isMeantAsAgent(content))) return;
  offerAgent(found, content, file.name.slice(0, -'.md'.length), place);
}

/** Notes lie in folders of agents too; an agent has front matter. */
function isMeantAsAgent(content: string): boolean {
  return /^\uFEFF?---\s/.test(content);
}

async function offerJson(found: Found, file: TreeFile, single: boolean) {
  if (file.name === 'marketplace.json') return;
  const content = file.text();
  if (content === undefined) return;
  const parsed = await parseJson(content);
  if ('problem' in parsed) return found.refuse(file.path, `it is ${parsed.problem}`);
  if (offerConfig(found, parsed.value, file.path) || offerRegistry(found, parsed.value, file.path)) return;
  if (single) found.refuse(file.path, 'it is neither a list of MCP servers nor a marketplace');
}

/** The catalog's own form: one entry a line. */
function offerLines(found: Found, file: TreeFile) {
  for (const [i, line] of (file.text()?.split('\n') ?? []).entries()) {
    if (line.trim() === '') continue;
    const item = `${file.path}#${i + 1}`;
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null) found.offer(item, value);
      else found.refuse(item, 'it is not an object');
    } catch {
      found.refuse(item, 'it is not JSON');
    }
  }
}

function bundleOf(bundles: Bundles, path: string): string | undefined {
  let best: { folder: string; plugin: string } | undefined;
  for (const [folder, plugin] of bundles) {
    const inside = path === folder || path.startsWith(`${folder}/`);
    if (inside && (best === undefined || folder.length > best.folder.length)) best = { folder, plugin };
  }
  return best?.plugin;
}
