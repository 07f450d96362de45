// Words for which model answers, where it is and what it costs.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { didYouMean, listed } from './phrases.js';

export const modelWords = {
  model_missing: () => ({
    message: 'No model is set.',
    hint: 'Pass `--model PROVIDER/MODEL`, set CTX_MODEL, or set a default in ~/.config/ctx/config.yaml; `ctx models` lists what you can use.',
  }),
  default_model_played: ({ target, file }) => ({
    message: `${file} sets ${target} as the default model, but a default cannot be a script or a recording.`,
    hint: `Name a provider’s model there, or give \`--model ${target}\` yourself.`,
  }),
  model_unknown: ({ target, known, nearest }) => ({
    message: `There is no model \`${target}\`.`,
    hint: didYouMean(nearest, `Known forms: ${known.join(', ')}.`),
  }),
  model_ambiguous: ({ target, matches }) => ({
    message: `${matches.length} models have ${target} in their name: ${listed(matches)}.`,
    hint: 'Give more of the name you mean; nothing was sent.',
  }),
  credential_missing: ({ target, variables }) => ({
    message: `No credential for ${target} is set.`,
    hint: `Set ${variables.join(' or ')}; nothing was started.`,
  }),
  base_url_missing: ({ target, variable }) => ({
    message: `The address of ${target} is unknown.`,
    hint: `Give \`--base-url http://127.0.0.1:8000/v1\`, or set ${variable}.`,
  }),
  base_url_invalid: ({ target, reason }) => ({
    message: `\`${target}\` cannot be the root of an API: ${reason}.`,
    hint: 'Give it as in `http://127.0.0.1:8000/v1`; credentials come from the environment.',
  }),
  base_url_untrusted: ({ target, variable }) => ({
    message: `The address ${target} for ${variable} comes from a file, not from you.`,
    hint: `If you trust that address, pass it yourself: \`--base-url ${target}\`. Nothing was sent.`,
  }),
  proxy_invalid: ({ target }) => ({
    message: `${target} is not a proxy that ctx can use.`,
    hint: 'Set it to http://HOST:PORT or https://HOST:PORT; SOCKS proxies do not work. Nothing was sent.',
  }),
  price_unknown: ({ target }) => ({
    message: `The price of ${target} is unknown, so ctx cannot enforce a budget in dollars.`,
    hint: 'Use a token budget, add a `price:` to the config, or choose a model with a price in `ctx models`.',
  }),
  recording_changed: ({ target }) => ({
    message: `The session ${target} is not the one that this run takes its answers from.`,
    hint: 'Put the old session back, or start a new run with `--model replay:SESSION`.',
  }),
  script_changed: ({ target }) => ({
    message: `The script ${target} changed since this session began.`,
    hint: 'Put the old script back, or start a new session with the new one.',
  }),
} satisfies Partial<WordsFor<Codes>>;
