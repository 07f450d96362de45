// The name of the model, checked by those who serve others: an editor should not be offered one that does not exist.

import type { Environment } from '../disk/user-folder.js';
import { isPlayed } from '../protocol/played-model.js';
import type { RunFlags } from './session-flags.js';

/** A script or a recording is found only from the folder that a client works in. */
export async function requireKnownModel(flags: RunFlags, env: Environment): Promise<void> {
  const name = flags.model || env['CTX_MODEL'];
  if (!name || isPlayed(name)) return;
  const { fullModelName } = await import('../agent/models/full-model-name.js');
  fullModelName(name, flags['base-url'] !== undefined);
}
