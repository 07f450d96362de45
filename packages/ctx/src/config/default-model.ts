// The model of a run where neither the command line, nor its config, nor CTX_MODEL names one: the project's, then the user's.

import { readOwnFile } from '../disk/own-file.js';
import { contextName } from '../memory/context.js';
import { readSettings, saysNothing } from '../memory/read-settings.js';
import { configName, type RunDefaults } from '../memory/settings.js';
import { modelAddressItem } from '../memory/settings-trust.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { isPlayed } from '../protocol/played-model.js';
import type { TrustItem } from '../trust/item.js';
import { isInProject, userFile } from '../trust/trust-file.js';

export interface DefaultModel extends RunDefaults {
  readonly from: 'project' | 'user';
  /** What says so, as people are told. */
  readonly file: string;
  /** What has to be trusted before anything is sent to its address. */
  readonly needsTrust: TrustItem | undefined;
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Nothing where no file names one, or CTX_MODEL does. */
export async function defaultModel(place: Place): Promise<DefaultModel | undefined> {
  if ((place.env['CTX_MODEL'] ?? '') !== '') return undefined;
  const root = projectRoot(place);
  const found = (await ofProject(root)) ?? (await ofUser(root, place.env));
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

async function ofUser(root: string, env: Place['env']): Promise<DefaultModel | undefined> {
  const path = userFile(configName, { env });
  if (path === undefined) return undefined;
  const unusable = (reason: string, cause?: unknown) =>
    fail('user_config_unusable', { operation: 'plan', target: path, reason, cause });
  const text = readOwnFile({ path, withheld: 'change', unusable });
  if (text === undefined || saysNothing(text)) return undefined;
  const { parseUserConfig } = await import('../memory/settings-document.js');
  const run = parseUserConfig(text, path);
  if (run === undefined) return undefined;
  const needsTrust = isInProject(path, { root }) ? modelAddressItem(run) : undefined;
  return { ...run, from: 'user', file: path, needsTrust };
}
