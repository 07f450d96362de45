// The default model of the project or the user, for a command that was not told which one to use.

import type { Services } from '../cli/command.js';
import type { DefaultModel } from '../config/default-model.js';
import type { Overrides } from '../config/plan.js';
import { projectRoot } from '../project/root.js';
import { echoModel } from '../protocol/played-model.js';
import { requireTrust, type TrustGate } from '../trust/require-trust.js';
import { isTrusted } from '../trust/trust-state.js';

type Trusting = Services & { readonly trust: TrustGate };

/** What reads it is loaded only where the command line names no model. */
export async function otherwiseFrom(
  { model }: { readonly model?: string | undefined },
  services: Trusting,
): Promise<Pick<Overrides, 'otherwise'>> {
  return model === undefined ? { otherwise: await trustedDefault(services) } : {};
}

/** For the commands that show what ctx does: with nothing configured, the built-in model answers, and says so. */
export async function modelOrEcho(
  { model }: { readonly model?: string | undefined },
  services: Trusting,
): Promise<{
  readonly model: Pick<Overrides, 'model' | 'otherwise'>;
  readonly warnings: readonly string[];
}> {
  if (model !== undefined || (services.env['CTX_MODEL'] ?? '') !== '') return { model: {}, warnings: [] };
  const otherwise = await trustedDefault(services);
  if (otherwise !== undefined) return { model: { otherwise }, warnings: [] };
  return {
    model: { model: echoModel },
    warnings: [
      `no model is configured, so the built-in ${echoModel} answered with the prompt; --model or CTX_MODEL names another`,
    ],
  };
}

/** An address that only the project names is used once a person trusts it. */
export async function trustedDefault(services: Trusting): Promise<DefaultModel | undefined> {
  const found = await foundDefault(services);
  const { env, trust } = services;
  if (found?.needsTrust !== undefined)
    await requireTrust([found.needsTrust], { root: projectRoot(services), env }, trust);
  return found;
}

export async function foundDefault(place: Pick<Services, 'cwd' | 'env'>): Promise<DefaultModel | undefined> {
  const { defaultModel } = await import('../config/default-model.js');
  return defaultModel(place);
}

/** The address of the default model, where the user named or trusted it: a session that was run with it is resumed with it. */
export async function ownUrls({ cwd, env }: Pick<Services, 'cwd' | 'env'>): Promise<string[]> {
  const found = await foundDefault({ cwd, env: { ...env, CTX_MODEL: undefined } });
  if (found?.base_url === undefined) return [];
  const isOwn =
    found.needsTrust === undefined || isTrusted(found.needsTrust, { root: projectRoot({ cwd, env }), env });
  return isOwn ? [found.base_url] : [];
}
