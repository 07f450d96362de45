// What of the project is trusted to run or speak, and what is waiting for a person's word.

import type { TrustPlace } from '../trust/trust-file.js';
import { type Check, type Diagnosis, ok, skipped } from './check.js';
import { trustedProject } from './needs-trust.js';

export function trustChecks(place: TrustPlace): Check[] {
  return [{ name: 'trust', examine: () => checkTrust(place) }];
}

async function checkTrust(place: TrustPlace): Promise<Diagnosis> {
  const { stood } = await trustedProject(place);
  if (stood.length === 0) return skipped('nothing here runs or speaks on the project’s behalf');
  const named = (state: string) => stood.filter((one) => one.state === state).map(({ item }) => item.path);
  const open = [...named('changed').map((path) => `${path} (changed)`), ...named('untrusted')];
  if (open.length === 0) return ok(`trusted: ${named('trusted').join(', ')}`);
  return {
    state: 'warning',
    says: `not trusted: ${open.join(', ')}`,
    fix: '`ctx trust` shows what it would run, and asks you',
  };
}
