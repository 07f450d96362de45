// What a server over HTTP was given to know us by. It may say it back, in a result or in an error, and neither the model nor
// the log should get it: a token of a login has no shape, and no variable holds it.

import { redactorFor } from '../../session/redact.js';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export class SentSecrets {
  readonly #values = new Set<string>();

  /** The same fetch; what its requests authorize themselves with is known from then on, renewed tokens too. */
  watch(fetch: Fetch): Fetch {
    return (url, init) => {
      for (const [name, value] of [...new Headers(init?.headers), ...new URL(url).searchParams])
        if (telling.test(name)) for (const part of partsOf(name, value)) this.#values.add(part);
      return fetch(url, init);
    };
  }

  without(text: string): string {
    if (this.#values.size === 0) return text;
    const named = [...this.#values].map((value, index) => [`MCP_TOKEN_${index + 1}`, value]);
    return redactorFor(Object.fromEntries(named)).text(text).value;
  }
}

const telling = /authorization|cookie|key|token|secret|password/i;

/** `Bearer x` is a secret by its last word, `Basic x` also by the password in it, a cookie by each of its values. */
function partsOf(name: string, value: string): string[] {
  if (/cookie/i.test(name)) return value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1));
  const [scheme = '', ...words] = value.trim().split(/\s+/);
  const last = words.at(-1) ?? scheme;
  if (!/^basic$/i.test(scheme)) return [last];
  const login = Buffer.from(last, 'base64').toString();
  return [last, login.slice(login.indexOf(':') + 1)];
}
