import { describe, expect, it } from 'vitest';
import { deterministicIds, randomIds } from './ids.js';

describe('random ids', () => {
  it('begin with the time, so that later ones sort behind', () => {
    let now = Date.UTC(2026, 2, 14, 15, 9, 26, 535);
    const ids = randomIds({ now: () => now++, deterministic: false });
    const made = Array.from({ length: 20 }, () => ids.next());
    expect(made[0]).toMatch(/^20260314-150926535-[0-9a-z]{8}$/);
    expect(made.toSorted()).toEqual(made);
    expect(made.every((id) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id))).toBe(true);
  });

  it('differ within one millisecond', () => {
    const ids = randomIds({ now: () => 0, deterministic: false });
    expect(new Set(Array.from({ length: 1000 }, () => ids.next())).size).toBe(1000);
  });
});

describe('deterministic ids', () => {
  it('follow from the digest and a counter', () => {
    const ids = deterministicIds(`sha256:${'0123456789abcdef'.repeat(4)}`);
    expect([ids.next(), ids.next()]).toEqual(['0123456789ab-1', '0123456789ab-2']);
    expect(ids.deterministic).toBe(true);
  });
});
