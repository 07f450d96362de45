// What is started before runs and ended after them: sandboxes, and the MCP servers that work in them.

import type { PlannedRun } from '../protocol/records.js';
import type { RunServices } from './run-services.js';
import { type SandboxedPlace, type SessionSandboxes, withSandboxes } from './session-sandboxes.js';
import { type SessionServers, withServers } from './session-servers.js';

export interface Surroundings {
  readonly servers: SessionServers;
  readonly sandboxes: SessionSandboxes;
}

export function withSurroundings<T>(
  runs: readonly PlannedRun[],
  place: SandboxedPlace,
  services: RunServices,
  use: (surroundings: Surroundings) => Promise<T>,
): Promise<T> {
  return withSandboxes(runs, place, services, (sandboxes) =>
    withServers(runs, place.root, services, sandboxes, (servers) => use({ servers, sandboxes })),
  );
}
