// The names of one kind that a shell offers here.

import { basename } from 'node:path';
import { shortModelNames } from '../../agent/models/full-model-name.js';
import { listedModels } from '../../agent/models/prices.js';
import type { Services } from '../../cli/command.js';
import type { NamedKind } from '../../cli/completion/value-kinds.js';
import { pageNames, schemaNames } from '../../cli/shipped.js';
import { drivableHosts } from '../../drive/known-agents.js';
import { hosts } from '../../hosts/known.js';
import { projectRoot } from '../../project/root.js';
import { projectCommands } from '../../registry/project-commands.js';
import { sessionFiles } from '../../session/session-files.js';
import { sessionFolders } from '../../session/sessions-folder.js';
import { fleetEnding, fleetFiles, fleetsFolder } from '../../store/fleets-folder.js';

export async function namesOf(kind: NamedKind, services: Services): Promise<readonly string[]> {
  switch (kind) {
    case 'sessions':
      return sessions(services);
    case 'fleets':
      return fleetFiles(fleetsFolder(services)).map((file) => basename(file, fleetEnding));
    case 'models':
      return [...listedModels().map(({ name }) => name), ...shortModelNames()];
    case 'agents':
      return drivableHosts.map(({ name }) => name);
    case 'hosts':
      return hosts.map(({ name }) => name);
    case 'schemas':
      return schemaNames(services.program.shippedFolder);
    case 'pages':
      return pageNames(services.program.shippedFolder).filter((name) => name !== 'README');
    case 'tools':
      return tools(services);
    case 'commands':
      return projectCommands(projectRoot(services), services.env).map(({ name }) => name);
    case 'entries':
      return entries(services);
    case 'tasks':
      return openTasks(services);
  }
}

/** Those of MCP servers are known only to them, and Tab starts no server. */
async function tools({ cwd, env }: Services): Promise<readonly string[]> {
  const { builtinTools } = await import('../../agent/tools/builtin.js');
  return builtinTools(cwd, env).map(({ name }) => name);
}

/** Whoever presses Tab waits for no more. */
const mostEntries = 20_000;

async function entries({ env, program }: Services): Promise<readonly string[]> {
  const { catalogFiles } = await import('../../catalog/catalog-files.js');
  const { askIndex } = await import('../../catalog/open-index.js');
  const { answer } = await askIndex(catalogFiles(env, program), (index) =>
    Array.from({ length: Math.min(mostEntries, index.meta.nodes) }, (_, node) => index.entry(node).id),
  );
  return answer;
}

async function openTasks(services: Services): Promise<readonly string[]> {
  const { openContext } = await import('../../memory/context.js');
  const { ledgers } = await import('../../memory/ledger/kinds.js');
  const { listLedger } = await import('../../memory/ledger/list.js');
  return listLedger(openContext(services), ledgers.task, ({ done }) => !done).items.map(({ id }) => id);
}

/** The newest first, for shells that keep the order. */
function sessions(services: Services): readonly string[] {
  const dated = sessionFolders(services).flatMap((folder) => {
    const { ids, changed } = sessionFiles(folder);
    return ids.map((id, i) => ({ id, changed: changed[i] ?? 0 }));
  });
  return dated.toSorted((a, b) => b.changed - a.changed).map(({ id }) => id);
}
