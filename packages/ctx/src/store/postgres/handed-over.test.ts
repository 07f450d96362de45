import { describe, expect, it } from 'vitest';
import type { FleetLimits, QueuedSession } from '../fleet-records.js';
import type { Ended } from '../fleet-store.js';
import type { FleetRow } from './fleet-row.js';
import { handIn } from './handed-in.js';
import { type Candidate, handOut } from './handed-out.js';
import type { SessionRow } from './session-row.js';

const none = { microusd: 0, tokens: 0 };
const hash = 'a'.repeat(64);
const limits: FleetLimits = {
  at_once: 9,
  providers: [],
  retry: { times: 1, on: ['timeout'], wait_ms: 1000 },
};

function fleet(given: Partial<FleetRow> = {}): FleetRow {
  const head = { seq: 4, hash, at: '2026-01-01T00:00:00.000Z' };
  const standing = {
    queued: 0,
    running: 2,
    failures: 0,
    stopped: undefined,
    cancelled: false,
    closed: false,
  };
  return { id: 'f', head, limits, spent: none, reserved: none, now: 5000, ...standing, ...given };
}

function session(id: string, given: Partial<SessionRow> = {}): SessionRow {
  return {
    id,
    fleet: 'f',
    provider: 'p',
    state: 'running',
    cancelled: false,
    attempts: 1,
    takeovers: 0,
    epoch: 3,
    most: { microusd: 10, tokens: 100 },
    reserved: { microusd: 10, tokens: 100 },
    log: id,
    logs: 0,
    logEnded: false,
    logSpent: none,
    headSeq: 7,
    headHash: hash,
    ...given,
  };
}

const queued = (session_id: string): QueuedSession => ({
  session_id,
  priority: 0,
  provider: 'p',
  most: { microusd: 10, tokens: 100 },
  runs: [],
});

const end = (id: string, ended: Partial<Ended> = {}, epoch = 3) => ({
  claim: { session: queued(id), log: id, attempt: 1, begun: true, lost: false, epoch },
  ended: {
    outcome: 'completed' as const,
    cause: 'completed',
    used: { microusd: 4, tokens: 40 },
    ...ended,
  },
});

const byId = (...rows: SessionRow[]) => new Map(rows.map((row) => [row.id, row]));

describe('ends that are handed in together', () => {
  it('give back what was reserved, count what was spent, and free a place of their provider each', () => {
    const before = fleet({ reserved: { microusd: 20, tokens: 200 } });
    const {
      fleet: after,
      entries,
      rows,
      lanes,
      answers,
    } = handIn(before, byId(session('a'), session('b')), [
      end('a'),
      end('b', { used: { microusd: null, tokens: null } }),
    ]);
    expect(answers).toEqual(['ended', 'ended']);
    // What nobody knows counts as all that was reserved.
    expect(after).toMatchObject({ running: 0, spent: { microusd: 14, tokens: 140 }, reserved: none });
    expect(entries.map(({ type }) => type)).toEqual(['session.ended', 'session.ended']);
    expect(rows.map(({ id, state, logs }) => [id, state, logs])).toEqual([
      ['a', 'completed', 1],
      ['b', 'completed', 1],
    ]);
    expect([...lanes]).toEqual([['p', -2]]);
  });

  it('are not heard where another has the session, and the others count all the same', () => {
    const sessions = byId(session('a', { epoch: 4 }), session('b'), session('d', { fleet: 'other' }));
    const {
      answers,
      rows,
      fleet: after,
    } = handIn(fleet(), sessions, [end('a'), end('b'), end('c'), end('d')]);
    expect(answers).toEqual(['lost', 'ended', 'lost', 'lost']);
    expect(rows.map(({ id }) => id)).toEqual(['b']);
    expect(after.running).toBe(1);
  });

  it('are written once where an answer was lost, also twice in one go', () => {
    const { answers, entries } = handIn(fleet(), byId(session('a', { state: 'completed' }), session('b')), [
      end('a'),
      end('b'),
      end('b'),
    ]);
    expect(answers).toEqual(['ended', 'ended', 'ended']);
    expect(entries).toHaveLength(1);
  });

  it('put a session back for a cause that is tried again, unless somebody cancelled it', () => {
    const timeout = { outcome: 'failed', cause: 'timeout' } as const;
    const { rows, fleet: after } = handIn(fleet(), byId(session('a'), session('b', { cancelled: true })), [
      end('a', timeout),
      end('b', timeout),
    ]);
    expect(rows.map(({ state, again }) => [state, again])).toEqual([
      ['queued', 6000],
      ['failed', null],
    ]);
    expect(after).toMatchObject({ queued: 1, running: 0, failures: 1 });
  });

  it('put an interrupted session back without counting the attempt', () => {
    const { rows } = handIn(fleet(), byId(session('a')), [end('a', { outcome: 'interrupted' })]);
    expect(rows).toMatchObject([{ state: 'queued', attempts: 0, again: null }]);
  });

  it('stop the fleet with the failure that is one too many, once', () => {
    const before = fleet({ limits: { ...limits, stop_after_failures: 1 } });
    const failed = { outcome: 'failed', cause: 'model_error' } as const;
    const { entries, fleet: after } = handIn(before, byId(session('a'), session('b')), [
      end('a', failed),
      end('b', failed),
    ]);
    expect(entries.map(({ type }) => type)).toEqual(['session.ended', 'fleet.stopped', 'session.ended']);
    expect(after.stopped).toBe('failures');
  });
});

describe('sessions that are handed out together', () => {
  const waiting = (id: string, given: Partial<SessionRow> = {}, atOnce?: number): Candidate => ({
    row: session(id, { state: 'queued', attempts: 0, reserved: none, ...given }),
    queued: queued(id),
    lane: { atOnce, running: 2 },
  });
  const how = { most: 9, owner: 'me', lanes: new Map<string, number>() };
  const idsOf = ({ taken }: ReturnType<typeof handOut>) => taken.map(({ row }) => row.id);

  it('get the next epoch each, and all that they may use is reserved', () => {
    const out = handOut(fleet({ queued: 2 }), [waiting('a'), waiting('b')], how);
    expect(out.taken.map(({ row, attempt, lost }) => [row.id, row.epoch, attempt, lost])).toEqual([
      ['a', 4, 1, false],
      ['b', 4, 1, false],
    ]);
    expect(out.fleet).toMatchObject({ queued: 0, running: 4, reserved: { microusd: 20, tokens: 200 } });
    expect([...out.lanes]).toEqual([['p', 2]]);
    expect(out.entries).toMatchObject([
      { type: 'session.claimed', body: { session_id: 'a', owner: 'me' } },
      { body: { session_id: 'b', reserved: { microusd: 10, tokens: 100 } } },
    ]);
  });

  it('are never more than are wanted, than the fleet allows, or than one that was stopped would begin', () => {
    const all = ['a', 'b', 'c'].map((id) => waiting(id));
    expect(idsOf(handOut(fleet(), all, { ...how, most: 2 }))).toEqual(['a', 'b']);
    expect(idsOf(handOut(fleet({ limits: { ...limits, at_once: 3 } }), all, how))).toEqual(['a']);
    expect(idsOf(handOut(fleet({ stopped: 'failures' }), all, how))).toEqual([]);
  });

  it('keep to a provider’s limit, counting what was handed in before', () => {
    const all = [waiting('a', {}, 3), waiting('b', {}, 3), waiting('other', { provider: 'q' })];
    expect(idsOf(handOut(fleet(), all, how))).toEqual(['a', 'other']);
    expect(idsOf(handOut(fleet(), all, { ...how, lanes: new Map([['p', -1]]) }))).toEqual([
      'a',
      'b',
      'other',
    ]);
  });

  it('keep to the money: one that it does not reach for is passed over, and what a log used already is paid', () => {
    const before = fleet({ limits: { ...limits, max_microusd: 15 } });
    const paid = { logSpent: { microusd: 5, tokens: 0 } };
    const out = handOut(before, [waiting('a'), waiting('b'), waiting('c', paid)], how);
    expect(idsOf(out)).toEqual(['a', 'c']);
    expect(out.fleet.reserved).toEqual({ microusd: 15, tokens: 200 });
  });
});
