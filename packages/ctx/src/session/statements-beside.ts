// What `ctx sign` writes beside a session; `evidence/attest` knows what stands in it.

/** A path without the ending of a session. */
export function withoutEnding(path: string): string {
  return path.replace(/\.jsonl$/, '');
}

export const statementEndings = {
  statement: '.statement.json',
  signature: '.statement.json.sig',
  bundle: '.statement.sigstore.json',
} as const;

export function statementsBeside(session: string): string[] {
  return Object.values(statementEndings).map((ending) => `${withoutEnding(session)}${ending}`);
}
