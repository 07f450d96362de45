// What in `.context/config.yaml` needs a person's trust: words that hooks would say to a model, and a pad that others
// can read, and where a model's calls go, with the user's credential.

import { canonical } from '../protocol/json.js';
import { itemOf, type TrustItem } from '../trust/item.js';
import {
  configName,
  type HookSettings,
  type MemorySettings,
  type OtelSettings,
  type RunDefaults,
} from './settings.js';

const file = `.context/${configName}`;

export function settingsItems(settings: MemorySettings): TrustItem[] {
  const form = settings.encrypted ? 'encrypted' : 'plain';
  return [
    hookWordsItem(settings.hooks.words),
    padConfigItem(form, settings.recipients),
    modelAddressItem(settings.run),
    traceAddressItem(settings.otel),
    settings.sign === true ? signingItem : undefined,
  ].filter((item) => item !== undefined);
}

/** Nothing where the config has no words of its own. */
export function hookWordsItem(words: HookSettings['words']): TrustItem | undefined {
  const lines = Object.entries(words).map(([check, text]) => `${check}: ${JSON.stringify(text)}`);
  return lines.length === 0
    ? undefined
    : itemOf('hook-words', `${file}#hooks.words`, canonical(words), lines);
}

/** Nothing where the pad is encrypted for the user's own key alone. */
export function padConfigItem(
  form: 'encrypted' | 'plain',
  recipients: readonly string[],
): TrustItem | undefined {
  if (form === 'encrypted' && recipients.length === 0) return undefined;
  const others = form === 'plain' ? [] : [...recipients];
  const lines =
    form === 'plain'
      ? ['the pad is NOT encrypted']
      : others.map((recipient) => `the pad is encrypted for ${recipient}, too`);
  return itemOf('pad-config', `${file}#pad`, canonical({ form, recipients: others }), lines);
}

/** Nothing where the project names a model at most: every call of it goes where the user's own settings say. */
export function modelAddressItem(run: RunDefaults | undefined): TrustItem | undefined {
  if (run?.base_url === undefined) return undefined;
  const { model, base_url } = run;
  const lines = [`calls of ${model} go to ${base_url}, with your credential`];
  return itemOf('model-address', `${file}#run`, canonical({ model, base_url }), lines);
}

/** Nothing where the project sends no traces. */
export function traceAddressItem(otel: OtelSettings | undefined): TrustItem | undefined {
  if (otel === undefined || otel === 'off') return undefined;
  const { endpoint, content = false } = otel;
  const what = content
    ? 'what models and tools said and did in runs here'
    : 'which calls runs here make, and their cost,';
  return itemOf('trace-address', `${file}#otel`, canonical({ endpoint, content }), [
    `${what} is sent to ${endpoint}`,
  ]);
}

/** A project that wants every session to be signed with the user's key. */
export const signingItem: TrustItem = itemOf('signing', `${file}#sign`, 'sign: true', [
  'sessions are signed with your SSH key when they close',
]);
