// What a run has used so far, and what it may use.

import { dollars, grouped } from '../cli/amounts.js';
import type { Budget, SessionRecord } from '../protocol/records.js';
import { plus } from '../session/tally.js';

export interface Spending {
  take(record: SessionRecord): void;
  /** `1,234 of 50,000 tokens, $0.0123 of $0.5000`. */
  words(): string;
}

export function spending(): Spending {
  let budget: Partial<Budget> = {};
  let used: number | null = 0;
  let cost: number | null = 0;
  let isDriven = false;
  return {
    take(record) {
      if (record.type === 'run.opened') {
        budget = record.settings.budget;
        isDriven = record.settings.agent !== undefined;
        // What nobody said yet, nobody knows.
        used = isDriven ? null : 0;
        cost = used;
      }
      if (record.type !== 'model.responded' && record.type !== 'usage.reported') return;
      const tokens = record.usage === null ? null : record.usage.input_tokens + record.usage.output_tokens;
      used = isDriven ? plusKnown(used, tokens) : plus(used, tokens);
      cost = isDriven ? plusKnown(cost, record.cost_microusd) : plus(cost, record.cost_microusd);
    },
    words() {
      const { max_tokens, max_microusd } = budget;
      const most = max_tokens === undefined ? '' : ` of ${grouped(max_tokens)}`;
      const mostCost = max_microusd === undefined ? '' : ` of ${dollars(max_microusd)}`;
      const known =
        used === null
          ? 'tokens unknown'
          : `${grouped(used)}${most} ${used === 1 && most === '' ? 'token' : 'tokens'}`;
      return `${known}, ${dollars(cost)}${mostCost}`;
    },
  };
}

/** A driven agent says it of some answers and not of others. */
function plusKnown(before: number | null, more: number | null): number | null {
  return more === null ? before : (before ?? 0) + more;
}
