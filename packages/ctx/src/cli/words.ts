// All English that a failure of ctx is told in, subject by subject. A code without words does not compile.

import type { Codes } from '../protocol/codes.js';
import type { WordsFor } from './wording.js';
import { catalogWords } from './words/catalog.js';
import { commandLineWords } from './words/command-line.js';
import { dashboardWords } from './words/dashboard.js';
import { documentWords } from './words/documents.js';
import { evidenceWords } from './words/evidence.js';
import { fileWords } from './words/files.js';
import { fleetWords } from './words/fleets.js';
import { hostWords } from './words/hosts.js';
import { importWords } from './words/imports.js';
import { memoryWords } from './words/memory.js';
import { modelWords } from './words/models.js';
import { programWords } from './words/program.js';
import { reachWords } from './words/reach.js';
import { runWords } from './words/runs.js';
import { sandboxWords } from './words/sandbox.js';
import { sessionWords } from './words/sessions.js';
import { signatureWords } from './words/signatures.js';
import { storeWords } from './words/stores.js';
import { teleportWords } from './words/teleports.js';
import { toolWords } from './words/tools.js';
import { treeWords } from './words/trees.js';
import { trustWords } from './words/trust.js';

export const words: WordsFor<Codes> = {
  ...commandLineWords,
  ...programWords,
  ...fileWords,
  ...documentWords,
  ...modelWords,
  ...trustWords,
  ...sandboxWords,
  ...toolWords,
  ...runWords,
  ...sessionWords,
  ...importWords,
  ...memoryWords,
  ...hostWords,
  ...catalogWords,
  ...evidenceWords,
  ...signatureWords,
  ...treeWords,
  ...reachWords,
  ...teleportWords,
  ...dashboardWords,
  ...fleetWords,
  ...storeWords,
};
