// What models cost and how much they take in: a table with dates, shipped with the program.

import type { Price } from '../../protocol/records.js';
import table from './prices.json' with { type: 'json' };

export interface Listed {
  readonly name: string;
  readonly price: Price;
  readonly contextTokens: number | undefined;
}

interface Dollars {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
}

interface Entry {
  readonly as_of: string;
  readonly usd: Dollars;
  readonly above?: { readonly tokens: number; readonly usd: Dollars };
  readonly context_tokens?: number;
}

export const priceSource: string = table.source;

const entries: Readonly<Record<string, Entry>> = table.models;

export function listedModels(): readonly Listed[] {
  return Object.entries(entries).map(([name, entry]) => listed(name, entry));
}

/** By its name, or by the name without the date of a snapshot: vendors sell all snapshots of a model at one price. */
export function listedModel(name: string): Listed | undefined {
  const [found] = [name, name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')].flatMap((one) => {
    const entry = Object.hasOwn(entries, one) ? entries[one] : undefined;
    return entry === undefined ? [] : [listed(one, entry)];
  });
  return found;
}

/** Whole micro-dollars, rounded up. */
export function microdollars(dollars: Dollars) {
  const { input, output, cache_read, cache_write } = dollars;
  return {
    input: micro(input),
    output: micro(output),
    ...(cache_read !== undefined && { cache_read: micro(cache_read) }),
    ...(cache_write !== undefined && { cache_write: micro(cache_write) }),
  };
}

function listed(name: string, { as_of, usd, above, context_tokens }: Entry): Listed {
  const long = above && { above: above.tokens, ...microdollars(above.usd) };
  return {
    name,
    price: { ...microdollars(usd), ...(long && { long }), as_of },
    contextTokens: context_tokens,
  };
}

/** 0.1 dollars are 100,000 micro-dollars and no fraction more. */
function micro(dollars: number): number {
  return Math.ceil(Math.round(dollars * 1_000_000_000) / 1000);
}
