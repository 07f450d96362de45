// Models and how they are reached.

import { code } from '../failure.js';

export const modelCodes = () => ({
  model_missing: code('usage'),
  default_model_played: code<{ file: string }>('usage'),
  model_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('usage'),
  model_ambiguous: code<{ matches: readonly string[] }>('usage'),
  credential_missing: code<{ variables: readonly string[] }>('auth'),
  base_url_missing: code<{ variable: string }>('usage'),
  base_url_invalid: code<{ reason: string }>('usage'),
  base_url_untrusted: code<{ variable: string }>('auth'),
  proxy_invalid: code('usage'),
  recording_changed: code('session'),
  script_changed: code('session'),
  price_unknown: code('usage'),
});
