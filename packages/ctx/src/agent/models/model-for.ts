// The model that a run's settings name. A provider's package is loaded by the first call, or ahead of it.

import { resolve } from 'node:path';
import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import type { Price, RunSettings } from '../../protocol/records.js';
import type { Model } from '../ports.js';
import { accessTo, isLoopback } from './access.js';
import { type ModelName, parseModelName } from './model-name.js';
import { listedModel } from './prices.js';
import type { Access, ProviderConnection } from './provider/connect.js';
import { type ProviderName, providers } from './providers.js';

/** What a model needs besides the settings. */
export interface ModelPlace {
  /** What the settings' paths are relative to. */
  readonly root: string;
  readonly env: Environment;
  /** Addresses that a person named themselves, not only a file of the project or a log: credentials may go there. */
  readonly ownUrls?: readonly string[] | undefined;
}

type ModelSettings = Pick<RunSettings, 'model' | 'script_digest' | 'recording_head' | 'base_url' | 'price'>;

/** `answered`: how many of the run's calls the log already answers. */
export async function modelFor(
  settings: ModelSettings,
  run_id: string,
  place: ModelPlace,
  answered: number,
): Promise<Model> {
  const named = parseModelName(settings.model);
  switch (named.kind) {
    case 'script':
      return scriptFor(settings, named.file, place, answered);
    case 'echo':
      return (await import('./echo.js')).echo();
    case 'replay': {
      const recording = { path: resolve(place.root, named.session), head: settings.recording_head, run_id };
      return (await import('./recorded-model.js')).recordedModel(recording, answered);
    }
    case 'provider':
      return providerFor(settings, named, place);
  }
}

async function scriptFor(
  { script_digest }: ModelSettings,
  file: string,
  { root }: ModelPlace,
  answered: number,
): Promise<Model> {
  const [{ readScript }, { scriptedModel }] = await Promise.all([
    import('./script-file.js'),
    import('./script.js'),
  ]);
  const { script, digest } = readScript(resolve(root, file));
  if (script_digest !== undefined && digest !== script_digest) {
    throw fail('script_changed', { operation: 'plan', target: file });
  }
  return scriptedModel(script, answered);
}

function providerFor(
  settings: ModelSettings,
  { provider, model }: Extract<ModelName, { kind: 'provider' }>,
  { env, ownUrls = [] }: ModelPlace,
): Model {
  const { base_url } = settings;
  // One that was named for another provider's model says nothing of this one.
  const given = ownUrls.find((url) => url === base_url);
  const access = accessTo(provider, settings.model, { given, written: base_url }, env);
  const listed = listedModel(settings.model);
  const isOurs = provider === 'ollama' && isLoopback(new URL(access.baseUrl).hostname);
  const price = settings.price ?? listed?.price ?? (isOurs ? free : undefined);
  return liveModel(provider, model, access, { price, contextTokens: listed?.contextTokens });
}

/** A model that runs on this machine. */
const free = { input: 0, output: 0 };

interface Known {
  readonly price: Price | undefined;
  readonly contextTokens: number | undefined;
}

function liveModel(provider: ProviderName, model: string, access: Access, known: Known): Model {
  let connected: Promise<ProviderConnection> | undefined;
  const connect = async () => (await providers[provider].load()).connect(provider, model, access);
  return {
    name: `${provider}/${model}`,
    source: 'live',
    ...known,
    async call(request, options) {
      connected ??= connect();
      const [{ callProvider }, connection] = await Promise.all([
        import('./provider/call-provider.js'),
        connected,
      ]);
      return callProvider(connection, request, options);
    },
  };
}

/** While something else is waited for, in the next turn of the event loop, when that has been started. Nothing is sent. */
export function loadAhead(model: string): void {
  const named = parseModelName(model);
  if (named.kind !== 'provider') return;
  setImmediate(() => {
    const parts = [providers[named.provider].load(), import('./provider/call-provider.js')];
    // What cannot be loaded is said by the call that needs it.
    Promise.all(parts).catch(() => {});
  });
}
