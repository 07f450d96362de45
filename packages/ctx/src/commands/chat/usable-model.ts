// The model that would answer, checked for people who have not typed anything yet: one that there is not, a key that is missing.

import { modelFor } from '../../agent/models/model-for.js';
import type { Services } from '../../cli/command.js';
import { failureText } from '../../cli/failure-in-words.js';
import { neutral } from '../../cli/terminal.js';
import { namedModel } from '../../config/model-settings.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { isPlayed } from '../../protocol/played-model.js';
import { foundDefault } from '../default-model.js';
import type { RunFlags } from '../session-flags.js';

/** By its whole name. Nothing is sent and nobody is asked, and no plan is made, which takes longer than to draw the prompt. */
export async function usableModel(
  chosen: string | undefined,
  flags: RunFlags,
  { cwd, env }: Pick<Services, 'cwd' | 'env'>,
): Promise<string> {
  const otherwise = chosen === undefined ? await foundDefault({ cwd, env }) : undefined;
  const name = chosen ?? (env['CTX_MODEL'] || otherwise?.model);
  if (name === undefined) throw fail('model_missing', { operation: 'plan', target: 'model' });
  const address = flags['base-url'] ?? otherwise?.base_url;
  const root = projectRoot({ cwd, env });
  const named = namedModel({ value: name, base: cwd }, root, env, address !== undefined);
  const isElsewhere = address !== undefined && !isPlayed(named.model);
  const settings = { ...named, ...(isElsewhere && { base_url: address }) };
  await modelFor(settings, 'r1', { root, env, ownUrls: isElsewhere ? [address] : [] }, 0);
  return named.model;
}

/** What is wrong with it, in words. */
export async function modelProblem(
  chosen: string | undefined,
  flags: RunFlags,
  services: Services,
): Promise<string | undefined> {
  try {
    await usableModel(chosen, flags, services);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return neutral(await failureText(error, services.program.name));
  }
}
