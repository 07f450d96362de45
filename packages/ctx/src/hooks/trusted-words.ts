// Whether a person trusted the words that a project's config has for its hooks: they are said to a model in our name.

import { hookWordsItem } from '../memory/settings-trust.js';
import type { TrustPlace } from '../trust/trust-file.js';
import { isTrusted } from '../trust/trust-state.js';
import type { HookSettings } from './settings.js';

export function areTrusted(words: HookSettings['words'], place: TrustPlace): boolean {
  const item = hookWordsItem(words);
  return item === undefined || isTrusted(item, place);
}
