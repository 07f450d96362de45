// What a person has to trust first.

import { code } from '../failure.js';

export const trustCodes = () => ({
  /** `answer`: why nobody's yes is there. */
  trust_missing: code<{
    standing: 'untrusted' | 'changed';
    answer: 'no' | 'nobody' | 'agent';
    /** What trusts it without a question. */
    flag: string;
  }>('policy'),
  trust_unavailable: code<{ reason: string }>('policy'),
  trust_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('item_not_found'),
});
