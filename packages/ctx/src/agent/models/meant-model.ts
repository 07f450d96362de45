// What a name that is no model’s most likely meant. Asked only when a call has failed.

import { echoModel } from '../../protocol/played-model.js';
import { nearest, slipsIn, startingWith, within } from '../../text/nearest.js';
import { isProviderName, providerNames } from './providers.js';

/** `known` are the whole names of listed models. */
export function meantModel(name: string, known: readonly string[]): string | undefined {
  return meantForm(name) ?? slipOfModel(name, known) ?? ofKnownFamily(name, known);
}

/** A form that was nearly written: `anthropic:MODEL`, `echo`, the file of a script. */
export function meantForm(name: string): string | undefined {
  if (name === 'echo') return echoModel;
  if (name === 'script') return 'script:FILE';
  if (name === 'replay') return 'replay:SESSION';
  if (/\.ya?ml$/.test(name)) return `script:${name}`;
  const [, typed = '', model] = /^([^/:]+)[/:](\S+)$/.exec(name) ?? [];
  const provider = isProviderName(typed) ? typed : nearest(typed, providerNames);
  return model === undefined || provider === undefined ? undefined : `${provider}/${model}`;
}

/** Another number is another model, not a slip of the keyboard. */
export function slipsToModel(slips: number, name: string, known: readonly string[]): string | undefined {
  const numbers = (text: string) => text.replace(/\D+/g, ' ').trim();
  const similar = known.filter((one) => numbers(one) === numbers(name));
  return within(slips, name, similar);
}

function slipOfModel(name: string, known: readonly string[]): string | undefined {
  const short = known.map(withoutProvider);
  const words = short.flatMap((model) => model.split('-').filter((word) => /^[a-z]{3,}$/.test(word)));
  const named = [...short, ...new Set(words)];
  return slipsToModel(slipsIn(name), name, named) ?? startingWith(name, named);
}

/** A model that is not listed, by the beginning of those that are: `gpt-4o` is one of OpenAI’s. */
function ofKnownFamily(name: string, known: readonly string[]): string | undefined {
  const family = (model: string) => model.slice(0, model.indexOf('-') + 1);
  if (family(name) === '' || name.includes('/')) return undefined;
  const relative = known.find((full) => family(withoutProvider(full)) === family(name));
  return relative?.replace(/\/.*/s, () => `/${name}`);
}

function withoutProvider(full: string): string {
  return full.slice(full.indexOf('/') + 1);
}
