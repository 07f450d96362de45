// What a server over HTTP was given to know us by. It may say it back, in a result or in an error, and neither the model nor
// the log should get it: a token of a login has no shape, and no variable holds it.

import { redactorFor } from '../../session/redact.js';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export class SentSecrets {
  readonly #values = new Set<string>();

  /** The same fetch; what its requests authorize themselves with is known from then on, renewed tokens too. */
  watch(fetch: Fetch): Fetch {
    return (url, init) => {
      for (const [name, value] of new Headers(init?.headers))
        if (/authorization|cookie|key|token|secret/.test(name)) this.#learn(value);
      return fetch(url, init);
    };
  }

  without(text: string): string {
    if (this.#values.size === 0) return text;
    const named = [...this.#values].map((value, index) => [`MCP_TOKEN_${index + 1}`, value]);
    return redactorFor(Object.fromEntries(named)).text(text).value;
  }

  /** `Bearer x` is a secret by its last word. */
  #learn(value: string): void {
    this.#values.add(value.trim().split(/\s+/).at(-1) ?? '');
  }
}
