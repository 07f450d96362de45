// The model of the price list whose name comes nearest to one that is not in it.

import { nearest } from '../../text/nearest.js';
import { listedModels } from './prices.js';

export function nearestPriced(name: string): string | undefined {
  const names = listedModels().map((listed) => listed.name);
  return nearest(name, names) ?? longestCommon(name, names);
}

/** A newer or a smaller one of the same family begins the same way. */
function longestCommon(name: string, names: readonly string[]): string | undefined {
  const family = name.slice(0, name.indexOf('/') + 2);
  const relatives = names.filter((one) => one.startsWith(family));
  const common = (one: string) => [...one].findIndex((letter, i) => letter !== name[i]);
  return relatives.sort((one, other) => length(other, common) - length(one, common))[0];
}

function length(name: string, common: (name: string) => number): number {
  const at = common(name);
  return at === -1 ? name.length : at;
}
