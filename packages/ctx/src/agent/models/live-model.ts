// A provider's model as the loop knows it. Its package is loaded by the first call, or ahead of it.

import type { Price } from '../../protocol/records.js';
import type { Model } from '../ports.js';
import type { Access, ProviderConnection } from './provider/connect.js';
import { type ProviderName, providers } from './providers.js';

interface Known {
  readonly price: Price | undefined;
  readonly contextTokens: number | undefined;
}

export function liveModel(provider: ProviderName, model: string, access: Access, known: Known): Model {
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
