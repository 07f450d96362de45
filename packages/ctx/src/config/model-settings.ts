// The model of a run: by its name, with the files that it names, its address and its price.

import { resolve } from 'node:path';
import { fullModelName } from '../agent/models/full-model-name.js';
import { microdollars } from '../agent/models/prices.js';
import { digestOf } from '../disk/digest.js';
import { readBytes } from '../disk/read.js';
import type { Environment } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';
import { echoModel, isPlayed } from '../protocol/played-model.js';
import type { Price, RunSettings } from '../protocol/records.js';
import { readWhole } from '../session/read-whole.js';
import { locateSession, sessionsFolder } from '../session/sessions-folder.js';
import { type Layers, pathOf, portable } from './layers.js';
import type { Settings } from './session-config.js';

export type ModelSettings = Pick<
  RunSettings,
  'model' | 'script_digest' | 'recording_head' | 'base_url' | 'price'
>;

export function modelOf(layers: Layers, root: string, env: Environment): ModelSettings {
  const named = pathOf(layers, 'model');
  if (named === undefined) throw fail('model_missing', { operation: 'plan', target: 'model' });
  const base_url = pathOf(layers, 'base_url')?.value;
  const found = namedModel(named, root, env, base_url !== undefined);
  if (isPlayed(found.model)) return found;
  const price = layers.findLast(({ settings }) => settings.price !== undefined)?.settings.price;
  return {
    ...found,
    ...(base_url === undefined ? {} : { base_url }),
    ...(price === undefined ? {} : { price: priceOf(price) }),
  };
}

/** A model by its name: the files that a script or a recording is in stand relative to `base`. */
export function namedModel(
  { value, base }: { readonly value: string; readonly base: string },
  root: string,
  env: Environment,
  isElsewhere = false,
): ModelSettings {
  const [, scheme, rest = ''] = /^(script|replay):(.+)$/s.exec(value) ?? [];
  if (value === echoModel) return { model: echoModel };
  if (scheme === 'script') {
    const file = resolve(base, rest);
    const path = portable(root, file);
    return {
      model: `script:${path}` === echoModel ? `script:./${path}` : `script:${path}`,
      script_digest: digestOf(readBytes(file)),
    };
  }
  if (scheme === 'replay') {
    const path = locateSession(rest, sessionsFolder({ cwd: base, env }), base);
    return { model: `replay:${portable(root, path)}`, recording_head: readWhole(path).head.hash };
  }
  return { model: fullModelName(value, isElsewhere) };
}

function priceOf(price: NonNullable<Settings['price']>): Price {
  const { cache_read_usd_per_mtok: cache_read, cache_write_usd_per_mtok: cache_write } = price;
  return microdollars({
    input: price.input_usd_per_mtok,
    output: price.output_usd_per_mtok,
    ...(cache_read !== undefined && { cache_read }),
    ...(cache_write !== undefined && { cache_write }),
  });
}
