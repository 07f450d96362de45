import * as t from 'typebox';
import { catalogFiles } from '../../catalog/catalog-files.js';
import { installEntry } from '../../catalog/installing/install.js';
import { kinds } from '../../catalog/kinds.js';
import { askIndex } from '../../catalog/open-index.js';
import { entryMeant } from '../../catalog/search.js';
import { clawable, type Services } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { neutral, styled } from '../../cli/terminal.js';
import { homeFolder } from '../../disk/home-folder.js';
import { extensionScopes } from '../../hosts/extensions.js';
import type { Host } from '../../hosts/host.js';
import { hosts } from '../../hosts/known.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';
import { namedHosts } from '../hooks/chosen-hosts.js';
import { diffLines, shownChange } from '../hooks/hooks-answer.js';
import { gateOf } from '../trust-gate.js';

export default clawable({
  name: 'catalog install',
  group: 'catalog',
  summary: 'Install a skill, an agent or an MCP server from the catalog',
  description:
    'Copies a skill or an agent as a whole folder, with its licence and a note of its source, from a path on this machine or from the git repository that its source names. Adds an MCP server to the host’s settings, and leaves the rest of that file byte for byte as it is. Shows what it brings and asks first; without a terminal it needs --yes. Refuses links, huge files, odd names and missing licences. An interrupted install leaves nothing behind. `ctx catalog uninstall` removes it again.',
  examples: [
    {
      line: 'ctx catalog install mcp:microsoft/playwright-mcp',
      says: 'into this project, for the first host that is here',
    },
    {
      line: 'ctx catalog install skill:anthropics/pdf --scope user --host gemini',
      says: 'for you, in Gemini CLI',
    },
    {
      line: 'ctx catalog install pdf --from ~/src/skills --dry-run',
      says: 'from a copy; only show what would happen',
    },
  ],
  arguments: { id: argument.one('the id of the entry, or its name') },
  flags: {
    host: flag.text('the host (default: the first on this machine)', 'HOST'),
    scope: flag.choiceOr('project', 'for this project, or for you everywhere', extensionScopes),
    from: flag.text('a copy of the source: its checkout, the skill’s folder, the agent’s file', 'PATH'),
    arg: flag.texts('an extra argument for the MCP server', 'WORD'),
    'without-licence': flag.switch('install even if no licence is given'),
    yes: flag.switch('install without asking'),
    'dry-run': flag.switch('change nothing, show what would change'),
  },
  returns: t.Object(
    {
      id: t.String(),
      kind: t.Enum(kinds),
      name: t.String(),
      host: t.String(),
      scope: t.Enum(extensionScopes),
      /** The folder, or the settings file. */
      where: t.String(),
      change: t.Enum(['installed', 'unchanged']),
      dry_run: t.Boolean(),
      source: t.String(),
      licence: t.Union([t.String(), t.Null()]),
      commit: t.Optional(t.String()),
      files: t.Array(t.String()),
      /** How an MCP server is started. */
      server: t.Optional(
        t.Object(
          {
            command: t.Optional(t.String()),
            args: t.Optional(t.Array(t.String())),
            url: t.Optional(t.String()),
          },
          closed,
        ),
      ),
      /** Of the settings file. */
      diff: t.String(),
      notes: t.Array(t.String()),
    },
    closed,
  ),
  async run(input, services) {
    const { args, flags } = input;
    const { env, program, signal } = services;
    const { entry, notes } = await entryOf(args.id, services);
    const root = projectRoot(services);
    const host = chosenHost(flags.host, { root, env });
    const done = await installEntry({
      entry,
      host,
      scope: flags.scope,
      root,
      home: homeFolder(env),
      env,
      signal,
      version: program.version,
      from: flags.from,
      cwd: services.cwd,
      args: flags.arg,
      withoutLicence: flags['without-licence'],
      dryRun: flags['dry-run'],
      gate: gateOf('yes', false, input, services),
    });
    const { start, settings } = done;
    return {
      id: entry.id,
      kind: entry.kind,
      name: done.name,
      host: host.name,
      scope: flags.scope,
      where: done.where,
      change: done.change,
      dry_run: flags['dry-run'],
      source: entry.source,
      licence: done.licence ?? null,
      ...(done.commit === undefined ? {} : { commit: done.commit }),
      files: [...done.files],
      ...(start === undefined
        ? {}
        : {
            server: 'url' in start ? { url: start.url } : { command: start.command, args: [...start.args] },
          }),
      diff: settings === undefined ? '' : await shownChange(settings),
      notes: [...notes, ...done.notes],
    };
  },
  render({ id, name, host, where, change, dry_run, files, licence, diff }, terminal) {
    if (change === 'unchanged') return `${id} is there already: ${neutral(where)}`;
    const verb = dry_run ? 'Would install' : 'Installed';
    const head = `${verb} ${styled(terminal, 'bold', neutral(name))} for ${host}: ${neutral(where)}`;
    const listed = files.slice(0, 30).map((file) => `  ${neutral(file)}\n`);
    const more = files.length > 30 ? `  … and ${files.length - 30} more\n` : '';
    const under = files.length === 0 ? '' : `Licence: ${neutral(licence ?? 'none')}\n`;
    const undo = dry_run ? '' : `Take it out again with \`ctx catalog uninstall ${id}\`.\n`;
    return `${head}\n${listed.join('')}${more}${diffLines(neutral(diff), terminal)}${under}${undo}`;
  },
  warnings: ({ notes, dry_run, change }) => (dry_run || change === 'unchanged' ? [] : notes),
});

async function entryOf(asked: string, { env, program }: Services) {
  const { answer, notes } = await askIndex(catalogFiles(env, program), (index) =>
    index.entry(entryMeant(index, asked, 'install', 'ctx catalog install')),
  );
  return { entry: answer, notes };
}

function chosenHost(
  given: string | undefined,
  places: { readonly root: string; readonly env: Services['env'] },
): Host {
  const [named] = given === undefined ? [] : (namedHosts([given]) ?? []);
  const host = named ?? hosts.find((one) => one.isHere(places));
  if (host !== undefined) return host;
  throw fail('host_missing', {
    operation: 'find_hosts',
    target: 'hosts',
    known: hosts.map(({ name }) => name),
  });
}
