// Every error code of ctx, with the facts that its words need: a file a subject, and its words in the file of that name in
// cli/words/.

import { catalogCodes } from './codes/catalog.js';
import { commandLineCodes } from './codes/command-line.js';
import { dashboardCodes } from './codes/dashboard.js';
import { documentCodes } from './codes/documents.js';
import { evidenceCodes } from './codes/evidence.js';
import { fileCodes } from './codes/files.js';
import { fleetCodes } from './codes/fleets.js';
import { hostCodes } from './codes/hosts.js';
import { importCodes } from './codes/imports.js';
import { memoryCodes } from './codes/memory.js';
import { modelCodes } from './codes/models.js';
import { programCodes } from './codes/program.js';
import { reachCodes } from './codes/reach.js';
import { runCodes } from './codes/runs.js';
import { sandboxCodes } from './codes/sandbox.js';
import { sessionCodes } from './codes/sessions.js';
import { signatureCodes } from './codes/signatures.js';
import { storeCodes } from './codes/stores.js';
import { teleportCodes } from './codes/teleports.js';
import { toolCodes } from './codes/tools.js';
import { treeCodes } from './codes/trees.js';
import { trustCodes } from './codes/trust.js';
import { failuresOf } from './failure.js';

/** Made when something has failed: a start needs none of it. */
export function codes() {
  return {
    ...commandLineCodes(),
    ...programCodes(),
    ...fileCodes(),
    ...documentCodes(),
    ...modelCodes(),
    ...trustCodes(),
    ...sandboxCodes(),
    ...toolCodes(),
    ...runCodes(),
    ...sessionCodes(),
    ...importCodes(),
    ...memoryCodes(),
    ...hostCodes(),
    ...catalogCodes(),
    ...evidenceCodes(),
    ...signatureCodes(),
    ...treeCodes(),
    ...reachCodes(),
    ...teleportCodes(),
    ...dashboardCodes(),
    ...fleetCodes(),
    ...storeCodes(),
  };
}

export type Codes = ReturnType<typeof codes>;

export const fail = failuresOf(codes);
