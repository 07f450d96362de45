// The model of a run where neither the command line, nor its config, nor CTX_MODEL names one: the project's, then the user's.

import { contextName } from '../memory/context.js';
import { readSettings } from '../memory/read-settings.js';
import { configName, type RunDefaults } from '../memory/settings.js';
import { modelAddressItem } from '../memory/settings-trust.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { isPlayed } from '../protocol/played-model.js';
import type { TrustItem } from '../trust/item.js';
import type { TrustPlace } from '../trust/trust-file.js';
import { userConfig } from './user-config.js';

export interface DefaultModel extends RunDefaults {
  readonly from: 'project' | 'user';
  /** What says so, as people are told. */
  readonly file: string;
  /** What has to be trusted before anything is sent to its address. */
  readonly needsTrust: TrustItem | undefined;
}

/** Nothing where no file names one, or CTX_MODEL does. */
export async function defaultModel(place: Whereabouts): Promise<DefaultModel | undefined> {
  if ((place.env['CTX_MODEL'] ?? '') !== '') return undefined;
  const root = projectRoot(place);
  const found = (await ofProject(root)) ?? (await ofUser({ root, env: place.env }));
  // A script calls tools as its author likes, without a policy or a sandbox: whoever wants one says so themselves.
  if (found !== undefined && isPlayed(found.model))
    throw fail('default_model_played', { operation: 'plan', target: found.model, file: found.file });
  return found;
}

async function ofProject(root: string): Promise<DefaultModel | undefined> {
  const { run } = await readSettings({ root });
  const file = `${contextName}/${configName}`;
  return run === undefined ? undefined : { ...run, from: 'project', file, needsTrust: modelAddressItem(run) };
}

async function ofUser(place: TrustPlace): Promise<DefaultModel | undefined> {
  const { run, file, isProjects } = (await userConfig(place)) ?? {};
  if (run === undefined || file === undefined) return undefined;
  return { ...run, from: 'user', file, needsTrust: isProjects ? modelAddressItem(run) : undefined };
}
