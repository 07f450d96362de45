import { describe, expect, it } from 'vitest';
import type { Claim } from '../fleet-store.js';
import { type Held, Leases } from './leases.js';

const limits = { at_once: 1, providers: [], retry: { times: 0, on: [], wait_ms: 0 } };

function claimOf(session_id: string, epoch = 1): Claim {
  const session = { session_id, priority: 0, provider: 'p', most: { microusd: 0, tokens: 0 }, runs: [] };
  return { session, log: session_id, attempt: 1, begun: false, lost: false, epoch };
}

function held(claim: Claim, confirmed = 0): Held {
  return { claim, fleet: 'f', limits, confirmed };
}

const lost = expect.objectContaining({ code: 'lease_lost' });

describe('the claims of a worker', () => {
  it('hold for a lease after the store was asked, by a clock that only goes forward', () => {
    let time = 0;
    const leases = new Leases(1000, () => time);
    const one = held(claimOf('a'));
    leases.hold(one);
    time = 1000;
    expect(leases.of(one.claim)).toBe(one);
    one.confirmed = 500;
    time = 1500;
    expect(leases.of(one.claim)).toBe(one);
    time = 1501;
    expect(() => leases.of(one.claim)).toThrow(lost);
    expect(leases.count).toBe(0);
    // Lost is lost, and heard of once.
    expect(leases.heardOfLost()).toEqual(['a']);
    expect(leases.heardOfLost()).toEqual([]);
  });

  it('are those of this very epoch: an older one neither counts nor lets go of the newer', () => {
    const leases = new Leases(1000, () => 0);
    const [old, fresh] = [claimOf('a', 1), claimOf('a', 2)];
    leases.hold(held(fresh));
    expect(() => leases.of(old)).toThrow(lost);
    leases.letGo(old);
    expect(leases.count).toBe(1);
    leases.lose(held(old));
    expect(leases.count).toBe(1);
    leases.letGo(fresh);
    expect(() => leases.of(fresh)).toThrow(lost);
    expect(leases.heardOfLost()).toEqual([]);
  });

  it('that nobody could ask for in time are heard of with the next beat', () => {
    let time = 0;
    const leases = new Leases(1000, () => time);
    leases.hold(held(claimOf('a')));
    leases.hold(held(claimOf('b'), 600));
    time = 1100;
    expect(leases.heardOfLost()).toEqual(['a']);
    expect(leases.count).toBe(1);
  });
});
