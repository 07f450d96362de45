// The sandbox: the real profile, tried once in an empty folder, and what sessions that are gone left behind.

import { rmSync } from 'node:fs';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import type { Environment } from '../disk/user-folder.js';
import { Failure } from '../protocol/failure.js';
import { defaultRules } from '../sandbox/rules.js';
import { type Check, type Diagnosis, ok, type SayFailure } from './check.js';

export function sandboxChecks(env: Environment, say: SayFailure): Check[] {
  return [
    { name: 'sandbox', examine: () => checkSandbox(env, say) },
    { name: 'sandbox folders', examine: () => checkFolders(env) },
  ];
}

/** Without one, live models do not run, but everything else does. */
async function checkSandbox(env: Environment, say: SayFailure): Promise<Diagnosis> {
  const { openSandbox } = await import('../sandbox/sandbox.js');
  const workspace = makeTemporaryFolder('doctor');
  try {
    const place = { workspace, root: workspace, env, logs: [], programs: [process.execPath] };
    const sandbox = await openSandbox(defaultRules, place);
    const { name, version } = sandbox.backend;
    await sandbox.close();
    return ok(`${name} ${version} works`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, hint } = say(error);
    return { state: 'warning', says: message, ...(hint !== undefined && { fix: hint }) };
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

async function checkFolders(env: Environment): Promise<Diagnosis> {
  const { removeWhole, strandedSessionFolders } = await import('../sandbox/session-folders.js');
  const stranded = strandedSessionFolders(env);
  if (stranded.length === 0) return ok('every private folder belongs to a session');
  const folders = stranded.length === 1 ? 'a private folder' : `${stranded.length} private folders`;
  return {
    state: 'warning',
    says: `${folders} of sessions that are gone: ${stranded.join(', ')}`,
    fix: 'delete them',
    mend() {
      stranded.forEach(removeWhole);
      return `removed: ${stranded.join(', ')}`;
    },
  };
}
