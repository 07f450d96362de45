// A model by a name that people type: the whole of it, or as much as only one model has.

import { fail } from '../../protocol/codes.js';
import { isPlayed } from '../../protocol/played-model.js';
import { nearest, within } from '../../text/nearest.js';
import { listedModels } from './prices.js';
import { providerNames } from './providers.js';

/**
 * `haiku` is the one listed model with that in its name. A whole name stays as it is, unless it is one letter away from a
 * listed one with the same numbers: that is a slip, and nobody should pay for it. On a server of one's own anything goes.
 */
export function fullModelName(name: string, isElsewhere: boolean): string {
  if (isPlayed(name)) return name;
  const known = listedModels().map((listed) => listed.name);
  if (known.includes(name)) return name;
  if (name.includes('/')) {
    const meant = isElsewhere ? undefined : slipOf(name, known);
    if (meant === undefined) return name;
    throw fail('model_unknown', { operation: 'plan', target: name, known, nearest: meant });
  }
  const exact = known.filter((full) => full.endsWith(`/${name}`));
  const [found, ...others] =
    exact.length > 0 ? exact : known.filter((full) => full.includes(name.toLowerCase()));
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined)
    throw fail('model_ambiguous', { operation: 'plan', target: name, matches: [found, ...others] });
  const short = known.map((full) => full.slice(full.indexOf('/') + 1));
  const words = short.flatMap((model) => model.split('-').filter((word) => /^[a-z]{3,}$/.test(word)));
  throw fail('model_unknown', {
    operation: 'plan',
    target: name,
    known: [...providerNames.map((provider) => `${provider}/MODEL`), 'script:FILE', 'replay:SESSION'],
    nearest: nearest(name, [...short, ...new Set(words)]),
  });
}

function slipOf(name: string, known: readonly string[]): string | undefined {
  const numbers = (text: string) => text.replace(/\D+/g, ' ').trim();
  const similar = known.filter((one) => numbers(one) === numbers(name));
  return within(1, name, similar);
}
