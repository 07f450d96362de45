import { describe, expect, it } from 'vitest';
import { waitUnless } from '../time/interruptible-wait.js';
import { recordsOf, rehearse } from './rehearsal.fixture.js';
import { mayRetry, waitBefore } from './retry.js';

const busy = '{ fault: { status: 529, retry_after: 1 } }';

describe('a failed model call', () => {
  it('is made again, and every attempt is in the log', async () => {
    const { outcome, records } = await rehearse({
      script: `replies: [${busy}, { say: half, fault: cut_off }, { say: a }]`,
    });
    expect(outcome).toMatchObject({ stop_reason: 'completed', totals: { model_calls: 3 } });
    expect(recordsOf(records, 'model.failed')).toMatchObject([
      { call: 1, attempt: 1, failure: 'status', status: 529, retry_after_ms: 1000, will_retry: true },
      { call: 2, attempt: 2, failure: 'cut_off', will_retry: true },
    ]);
    const requests = recordsOf(records, 'model.requested');
    expect(requests.map(({ call, kept }) => [call, kept])).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
    ]);
    expect(new Set(requests.map(({ request_digest }) => request_digest)).size).toBe(1);
  });

  it('is given up after three attempts', async () => {
    const { outcome, records } = await rehearse({ script: `replies: [${busy}, ${busy}, ${busy}]` });
    expect(outcome.stop_reason).toBe('model_error');
    expect(outcome.failure).toEqual({
      failure: 'status',
      status: 529,
      retryable: true,
      message: 'The model answered with status 529.',
    });
    expect(recordsOf(records, 'model.failed').at(-1)).toMatchObject({ attempt: 3, will_retry: false });
  });

  it('counts its attempts anew after an answer', async () => {
    const call = '{ call: [{ tool: nothing }] }';
    const { outcome } = await rehearse({
      script: `replies: [${busy}, ${busy}, ${call}, ${busy}, ${busy}, { say: a }]`,
    });
    expect(outcome.stop_reason).toBe('completed');
  });

  it.each([400, 401, 404, 422])('with status %i is not made again', async (status) => {
    const { outcome, records } = await rehearse({ script: `replies: [{ fault: { status: ${status} } }]` });
    expect(outcome.stop_reason).toBe('model_error');
    expect(recordsOf(records, 'model.failed')).toMatchObject([{ will_retry: false }]);
  });

  it('is not said to be made again where the turn has no calls left', async () => {
    const script = `replies: [${busy}]`;
    const { outcome, records } = await rehearse({ script, budget: { max_model_calls_per_turn: 1 } });
    expect(outcome.stop_reason).toBe('model_error');
    expect(recordsOf(records, 'model.failed')[0]?.will_retry).toBe(false);
  });

  it('waits before it is made again, and a cancellation ends the wait', async () => {
    const cancel = new AbortController();
    const wait = (milliseconds: number, signal: AbortSignal) => {
      if (milliseconds > 0) setImmediate(() => cancel.abort('SIGINT'));
      return waitUnless(milliseconds, signal);
    };
    const { outcome, types } = await rehearse({
      script: 'replies: [{ fault: { status: 503, retry_after: 60 } }, { say: never }]',
      cancel: cancel.signal,
      live: { clock: { now: Date.now, deterministic: false, wait } },
    });
    expect(outcome).toMatchObject({ stop_reason: 'cancelled', totals: { model_calls: 1 } });
    expect(types.filter((type) => type === 'model.requested')).toHaveLength(1);
  });
});

describe('the wait', () => {
  it('doubles, is spread by the random source, and is never shorter than the model asked for', () => {
    expect(waitBefore(0, 5_000, () => 0)).toBe(0);
    expect([1, 2, 3].map((attempts) => waitBefore(attempts, undefined, () => 0))).toEqual([500, 1000, 2000]);
    expect(waitBefore(1, undefined, () => 0.999)).toBe(1000);
    expect(waitBefore(30, undefined, () => 0.999)).toBeLessThanOrEqual(30_000);
    expect(waitBefore(1, 7_000, () => 0)).toBe(7_000);
  });

  it('is refused where the model wants an hour', () => {
    const answer = { kind: 'failed', failure: 'status', retryable: true, message: '' } as const;
    expect(mayRetry({ ...answer, retry_after_ms: 60_000 }, 1)).toBe(true);
    expect(mayRetry({ ...answer, retry_after_ms: 3_600_000 }, 1)).toBe(false);
  });
});
