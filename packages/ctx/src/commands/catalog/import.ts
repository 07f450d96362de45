import { join, resolve } from 'node:path';
import * as t from 'typebox';
import { catalogFiles } from '../../catalog/catalog-files.js';
import type { Entry } from '../../catalog/entry.js';
import { idPart } from '../../catalog/importing/found.js';
import { importPath } from '../../catalog/importing/import.js';
import { agentFolders, serverFiles, skillFolders } from '../../catalog/installed.js';
import { rebuildAfterChange } from '../../catalog/rebuild-in-turn.js';
import { type Refusal, starterName } from '../../catalog/sources.js';
import { writeSource } from '../../catalog/write-source.js';
import { clawable, type Services } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { neutral, styled } from '../../cli/terminal.js';
import { homeFolder } from '../../disk/home-folder.js';
import { isThere } from '../../disk/is-there.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';
import { builtAnswer, builtFields, builtWarnings, refusal, renderBuilt } from './catalog-answer.js';

export default clawable({
  name: 'catalog import',
  group: 'catalog',
  summary: 'Import skills, agents and MCP servers into the catalog',
  description:
    'Reads folders of SKILL.md files (Agent Skills), agent Markdown in folders called agents, plugin marketplaces, MCP servers (server.json, lists of them, a registry’s answer, .mcp.json), and the catalog’s own JSON lines. Lists what it refused, with the reason. It runs and fetches nothing and follows no links; from a server’s configuration it takes the name and the package, never arguments or environment. Importing under the same name again replaces the earlier import.',
  examples: [
    { line: 'ctx catalog import ~/src/skills', says: 'a checkout with SKILL.md files' },
    { line: 'ctx catalog import servers.json --name registry', says: 'a list of MCP servers' },
    { line: 'ctx catalog import --installed', says: 'what you and this project have already' },
  ],
  arguments: { path: argument.any('folders and files to read') },
  flags: {
    name: flag.text('the name of the import (default: the name of the first path)', 'NAME'),
    installed: flag.switch('import what hosts have installed, here and in your home'),
  },
  returns: t.Object(
    {
      name: t.String(),
      imported: t.Integer(),
      refusals: t.Array(refusal),
      ...builtFields,
      notes: t.Array(t.String()),
    },
    closed,
  ),
  details: t.Object({ refusals: t.Array(refusal) }, closed),
  async run({ args, flags }, services) {
    const place = catalogFiles(services.env, services.program);
    const paths = [
      ...args.path.map((path) => resolve(services.cwd, path)),
      ...(flags.installed ? installed(services) : []),
    ];
    if (paths.length === 0 && !flags.installed) {
      throw fail('argument_missing', { operation: 'argparse', target: 'path', command: 'catalog import' });
    }
    const { entries, refusals, firstName } = await readAll(paths);
    const name = sourceName(flags.name ?? (args.path.length === 0 ? 'installed' : firstName));
    if (entries.length === 0) {
      const target = paths.join(', ') || 'the usual folders';
      throw fail('catalog_import_empty', {
        operation: 'import',
        target,
        refused: refusals.length,
        details: { refusals },
      });
    }
    writeSource(place, name, entries);
    const built = await rebuildAfterChange(place, `${name} was imported`);
    return { name, imported: entries.length, refusals, ...builtAnswer(built.meta), notes: [] };
  },
  render(data, terminal) {
    const first = `${styled(terminal, 'bold', `${data.imported} imported`)} as ${data.name}`;
    const refused = data.refusals.length === 0 ? '' : `, ${data.refusals.length} refused`;
    const shown = data.refusals.slice(0, 20).map(({ item, why }) => `  ${neutral(item)}: ${neutral(why)}\n`);
    const rest =
      data.refusals.length > 20 ? `  … and ${data.refusals.length - 20} more in the JSON answer\n` : '';
    return `${first}${refused}\n${shown.join('')}${rest}${renderBuilt(data, terminal)}`;
  },
  warnings: (data) => [...builtWarnings(data), ...data.notes],
});

async function readAll(paths: readonly string[]) {
  const entries = new Map<string, Entry>();
  const refusals: Refusal[] = [];
  let firstName = 'import';
  for (const [i, path] of paths.entries()) {
    const { found, name } = await importPath(path);
    if (i === 0) firstName = name;
    refusals.push(...found.refused);
    for (const entry of found.entries) {
      if (entries.has(entry.id))
        refusals.push({ item: entry.source, why: `its id ${entry.id} is already taken` });
      else entries.set(entry.id, entry);
    }
  }
  return { entries: [...entries.values()], refusals, firstName };
}

function sourceName(given: string): string {
  const name = idPart(given);
  if (name !== '' && name !== starterName) return name;
  throw fail('argument_invalid', {
    operation: 'argparse',
    target: given,
    argument: '--name',
    wanted: 'letters, digits, dots and dashes, and not the name of the starter catalog',
  });
}

function installed(services: Services): string[] {
  const roots = [projectRoot(services), homeFolder(services.env)];
  const places = [
    ...skillFolders,
    ...agentFolders,
    ...serverFiles.filter((file) => file.endsWith('mcp.json')),
  ];
  const paths = roots.flatMap((root) => places.map((place) => join(root, place)));
  return [...new Set(paths)].filter((path) => isThere(path));
}
