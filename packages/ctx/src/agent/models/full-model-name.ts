// A model by a name that people type: the whole of it, or as much as only one model has.

import { fail } from '../../protocol/codes.js';
import { isPlayed } from '../../protocol/played-model.js';
import { meantModel, slipsToModel } from './meant-model.js';
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
    const meant = isElsewhere ? undefined : slipsToModel(1, name, known);
    if (meant === undefined) return name;
    throw fail('model_unknown', { operation: 'plan', target: name, known, nearest: meant });
  }
  const exact = known.filter((full) => full.endsWith(`/${name}`));
  const [found, ...others] =
    exact.length > 0 ? exact : known.filter((full) => full.includes(name.toLowerCase()));
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined)
    throw fail('model_ambiguous', { operation: 'plan', target: name, matches: [found, ...others] });
  throw fail('model_unknown', {
    operation: 'plan',
    target: name,
    known: [...providerNames.map((provider) => `${provider}/MODEL`), 'script:FILE', 'replay:SESSION'],
    nearest: meantModel(name, known),
  });
}

/** The words that are enough to name one listed model: `haiku`. */
export function shortModelNames(): readonly string[] {
  const known = listedModels().map(({ name }) => name);
  const words = new Set(
    known.flatMap((full) => full.split(/[/-]/).filter((word) => /^[a-z]{3,}$/.test(word))),
  );
  return [...words].filter((word) => known.filter((full) => full.includes(word)).length === 1);
}
