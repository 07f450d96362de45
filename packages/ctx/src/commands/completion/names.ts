// The names of one kind that a shell offers here.

import { basename } from 'node:path';
import { listedModels } from '../../agent/models/prices.js';
import type { Services } from '../../cli/command.js';
import type { NamedKind } from '../../cli/completion/value-kinds.js';
import { pageNames, schemaNames } from '../../cli/shipped.js';
import { drivableHosts } from '../../drive/known-agents.js';
import { hosts } from '../../hosts/known.js';
import { sessionFiles } from '../../session/session-files.js';
import { sessionFolders } from '../../session/sessions-folder.js';
import { fleetEnding, fleetFiles, fleetsFolder } from '../../store/fleets-folder.js';

export function namesOf(kind: NamedKind, services: Services): readonly string[] {
  switch (kind) {
    case 'sessions':
      return sessions(services);
    case 'fleets':
      return fleetFiles(fleetsFolder(services)).map((file) => basename(file, fleetEnding));
    case 'models':
      return listedModels().map(({ name }) => name);
    case 'agents':
      return drivableHosts.map(({ name }) => name);
    case 'hosts':
      return hosts.map(({ name }) => name);
    case 'schemas':
      return schemaNames(services.program.shippedFolder);
    case 'pages':
      return pageNames(services.program.shippedFolder).filter((name) => name !== 'README');
  }
}

/** The newest first, for shells that keep the order. */
function sessions(services: Services): readonly string[] {
  const dated = sessionFolders(services).flatMap((folder) => {
    const { ids, changed } = sessionFiles(folder);
    return ids.map((id, i) => ({ id, changed: changed[i] ?? 0 }));
  });
  return dated.toSorted((a, b) => b.changed - a.changed).map(({ id }) => id);
}
