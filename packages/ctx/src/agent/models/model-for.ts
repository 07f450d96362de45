// The model that a run's settings name.

import { join } from 'node:path';
import { fail } from '../../protocol/codes.js';
import type { RunSettings } from '../../protocol/records.js';
import type { Model } from '../ports.js';
import { scriptedModel } from './script.js';
import { readScript } from './script-file.js';

/** Every form that a model's name can have. */
export const modelForms = ['script:FILE'] as const;

/** `answered`: how many of the run's calls the log already answers. */
export function modelFor({ model, script_digest }: RunSettings, root: string, answered: number): Model {
  const file = /^script:(.+)$/s.exec(model)?.[1];
  if (file === undefined)
    throw fail('model_unknown', { operation: 'plan', target: model, known: modelForms });
  const { script, digest } = readScript(join(root, file));
  if (script_digest !== undefined && digest !== script_digest) {
    throw fail('script_changed', { operation: 'plan', target: file });
  }
  return scriptedModel(script, answered);
}
