// A provider's package, loaded while something else is waited for. Nothing is sent, and nothing is asked of it.

import { parseModelName } from './model-name.js';
import { providers } from './providers.js';

/** In the next turn of the event loop, when what is waited for has been started. */
export function loadAhead(model: string): void {
  const named = parseModelName(model);
  if (named.kind !== 'provider') return;
  setImmediate(() => {
    const parts = [providers[named.provider].load(), import('./provider/call-provider.js')];
    // What cannot be loaded is said by the call that needs it.
    Promise.all(parts).catch(() => {});
  });
}
