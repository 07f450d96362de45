// What a model's name says: a provider and one of its models, a script's file, or a session to take the answers of.

import { fail } from '../../protocol/codes.js';
import { echoModel } from '../../protocol/played-model.js';
import { meantForm } from './meant-model.js';
import { isProviderName, type ProviderName, providerNames } from './providers.js';

export type ModelName =
  | { readonly kind: 'provider'; readonly provider: ProviderName; readonly model: string }
  | { readonly kind: 'script'; readonly file: string }
  | { readonly kind: 'echo' }
  | { readonly kind: 'replay'; readonly session: string };

/** Every form that a model's name can have. */
const modelForms = [
  ...providerNames.map((name) => `${name}/MODEL`),
  'script:FILE',
  echoModel,
  'replay:SESSION',
];

export function parseModelName(name: string): ModelName {
  if (name === echoModel) return { kind: 'echo' };
  const [, scheme, rest] = /^(script|replay):(.+)$/s.exec(name) ?? [];
  if (scheme === 'script' && rest !== undefined) return { kind: 'script', file: rest };
  if (scheme === 'replay' && rest !== undefined) return { kind: 'replay', session: rest };
  const [, provider = '', model] = /^([^/:]+)\/(\S+)$/.exec(name) ?? [];
  if (model !== undefined && isProviderName(provider)) return { kind: 'provider', provider, model };
  throw fail('model_unknown', {
    operation: 'plan',
    target: name,
    known: modelForms,
    nearest: meantForm(name),
  });
}
