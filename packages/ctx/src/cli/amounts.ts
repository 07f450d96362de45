// Amounts as people read them.

import { grouped, noun } from '../text/counted.js';

/** `null` is unknown, and never shown as nothing; what costs nothing is no row of zeros. */
export function dollars(microusd: number | null): string {
  if (microusd === null) return 'cost unknown';
  if (microusd === 0) return '$0';
  return microusd < 100 ? '<$0.0001' : `$${(microusd / 1_000_000).toFixed(4)}`;
}

/** `1 token`, `12,345 tokens`. */
export function tokens(count: number | null): string {
  return count === null ? 'tokens unknown' : `${grouped(count)} ${noun(count, 'token')}`;
}

export { grouped };
