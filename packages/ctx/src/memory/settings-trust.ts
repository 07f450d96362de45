// What in `.context/config.yaml` needs a person's trust: words that hooks would say to a model, and a pad that others
// can read.

import { canonical } from '../protocol/json.js';
import { itemOf, type TrustItem } from '../trust/item.js';
import { configName, type HookSettings, type MemorySettings } from './settings.js';

const file = `.context/${configName}`;

export function settingsItems(settings: MemorySettings): TrustItem[] {
  const form = settings.encrypted ? 'encrypted' : 'plain';
  return [hookWordsItem(settings.hooks.words), padConfigItem(form, settings.recipients)].filter(
    (item) => item !== undefined,
  );
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
