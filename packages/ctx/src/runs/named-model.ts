// Another model for a session that is there, by the name that a person gives between two turns.

import { preflight } from '../agent/preflight.js';
import { namedModel } from '../config/model-settings.js';
import type { Environment } from '../disk/user-folder.js';
import type { RunSettings } from '../protocol/records.js';
import { changedSettings, noChanges } from './changed-settings.js';

export interface NamingPlace {
  /** What files in the name are relative to. */
  readonly cwd: string;
  readonly root: string;
  readonly env: Environment;
  readonly ownUrls: readonly string[] | undefined;
}

/** The settings with it. A model that cannot be used is refused when it is chosen, not at the next prompt. */
export async function withNamedModel(
  settings: RunSettings,
  name: string,
  { cwd, root, env, ownUrls }: NamingPlace,
): Promise<RunSettings> {
  const model = namedModel({ value: name, base: cwd }, root, env);
  const changed = changedSettings(settings, { ...noChanges, model });
  await preflight([{ run_id: 'next', prompts: [], settings: changed }], { root, env, ownUrls });
  return changed;
}
