// Rules that a person answered "always in this project": kept with what they trust there, outside of the project.

import { Failure } from '../protocol/failure.js';
import { itemOf } from '../trust/item.js';
import { addTrust, type TrustPlace, trustedIn } from '../trust/trust-file.js';

/** When each was allowed, by rule. Where that cannot be read, nothing was. */
export function allowedRules(place: TrustPlace): ReadonlyMap<string, string> {
  try {
    const items = trustedIn(place).filter(({ kind }) => kind === 'allowed-rule');
    return new Map(items.map(({ path, trusted_at }) => [path, trusted_at]));
  } catch (error) {
    if (error instanceof Failure) return new Map();
    throw error;
  }
}

export async function allowRule(rule: string, place: TrustPlace, now: number): Promise<void> {
  const item = itemOf('allowed-rule', rule, rule, [`every call that the rule ${rule} asks about is allowed`]);
  await addTrust(place, [{ ...item, trusted_at: new Date(now).toISOString() }]);
}
