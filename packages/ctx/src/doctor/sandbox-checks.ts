// The sandbox: the real profile, tried once in an empty folder.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../protocol/failure.js';
import { defaultRules } from '../sandbox/rules.js';
import { type Check, type Diagnosis, ok, type Told } from './check.js';

type Environment = Readonly<Record<string, string | undefined>>;

export function sandboxChecks(env: Environment, told: Told): Check[] {
  return [{ name: 'sandbox', examine: () => checkSandbox(env, told) }];
}

/** Without one, live models do not run, but everything else does. */
async function checkSandbox(env: Environment, told: Told): Promise<Diagnosis> {
  const { openSandbox } = await import('../sandbox/sandbox.js');
  const workspace = mkdtempSync(join(realpathSync(tmpdir()), 'ctx-doctor-'));
  try {
    const place = { workspace, root: workspace, env, logs: [], programs: [process.execPath] };
    const sandbox = await openSandbox(defaultRules, place);
    const { name, version } = sandbox.backend;
    await sandbox.close();
    return ok(`${name} ${version} works`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, hint } = told(error);
    return { state: 'warning', says: message, ...(hint !== undefined && { fix: hint }) };
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}
