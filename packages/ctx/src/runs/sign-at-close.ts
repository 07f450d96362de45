// Sessions that are signed when they close: `sign: true` in a session's config, in the project's or in the user's own. A
// project's word needs trust, and what is wrong with the key is said before anything runs.

import { markVariable } from '../agent/tools/leftover-processes.js';
import { userConfig } from '../config/user-config.js';
import { headCommit } from '../git/head-commit.js';
import { readSettings } from '../memory/read-settings.js';
import { signingItem } from '../memory/settings-trust.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import { requireTrust } from '../trust/require-trust.js';
import type { Conducted, SignAtClose, Signed } from './conducted.js';
import type { RunServices } from './run-services.js';

interface Trusting extends Pick<RunServices, 'cwd' | 'env' | 'clock' | 'signal' | 'trust'> {
  readonly program: { readonly version: string };
}

export function signingFor(
  services: Trusting,
): (said: boolean | undefined) => Promise<SignAtClose | undefined> {
  return async (said) => {
    // The same config gives the same bytes everywhere, whatever people keep in their own settings.
    const wanted = said ?? (services.clock.deterministic ? false : await saidByDefault(services));
    if (!wanted) return undefined;
    const { env, cwd, signal, clock, program } = services;
    if ((env[markVariable] ?? '') !== '')
      throw fail('signing_by_agent', { operation: 'sign', target: 'sign: true' });
    const { findSigner } = await import('../sign/signer.js');
    const signer = await findSigner({ cwd, env, signal, isAttended: false });
    const root = projectRoot(services);
    const before = headCommit(root);
    return async (conducted) => {
      if (conducted.tampered !== undefined) return undefined;
      return orFailure(async () => {
        const { signEvidence } = await import('../evidence/attest/sign-evidence.js');
        const commits = () => commitsSince(before, headCommit(root));
        const { path } = conducted;
        const evidence = { path, commits, version: program.version, now: clock.now() };
        return signEvidence({ ...evidence, signer, format: 'ssh', env });
      });
    };
  };
}

/** The commit that is there now, where it was not there when the runs began. */
function commitsSince(before: string | undefined, after: string | undefined): string[] {
  return after === undefined || after === before ? [] : [after];
}

async function orFailure(sign: () => Promise<NonNullable<Conducted['signature']>>): Promise<Signed> {
  try {
    return { signature: await sign() };
  } catch (error) {
    if (error instanceof Failure) return { unsigned: error };
    throw error;
  }
}

async function saidByDefault(services: Trusting): Promise<boolean> {
  const root = projectRoot(services);
  const { env } = services;
  const { sign } = await readSettings({ root });
  if (sign === undefined) return saidByUser(root, services);
  if (sign) await requireTrust([signingItem], { root, env }, services.trust);
  return sign;
}

async function saidByUser(root: string, { env, trust }: Trusting): Promise<boolean> {
  const { sign = false, isProjects } = (await userConfig({ root, env })) ?? {};
  if (sign && isProjects) await requireTrust([signingItem], { root, env }, trust);
  return sign;
}
