import { describe, expect, it } from 'vitest';
import { type OwedCall, OwedCalls } from './owed-calls.js';

describe('calls of one id', () => {
  it('are let through, and return, in their order', () => {
    const [first, second, other] = [called('a'), called('a'), called('b')];
    const calls = new OwedCalls([first, second, other]);
    expect(calls.owed('a')).toBe(first);
    expect(calls.returning('a')).toBeUndefined();
    first.state = 'requested';
    expect([calls.owed('a'), calls.returning('a')]).toEqual([second, first]);
    calls.close(first);
    expect([calls.owed('a'), calls.returning('a'), calls.isUnderWay('a')]).toEqual([
      second,
      undefined,
      false,
    ]);
    second.state = 'requested';
    expect([calls.returning('a'), calls.isUnderWay('a'), calls.isUnderWay('b')]).toEqual([
      second,
      true,
      false,
    ]);
  });

  it('may return without having been let through where their input could not be read', () => {
    const [well, malformed] = [called('a'), { ...called('a'), input: undefined }];
    const calls = new OwedCalls([well, malformed]);
    expect([calls.returning('a'), calls.isUnderWay('a')]).toEqual([malformed, false]);
    calls.close(malformed);
    expect(calls.owed('a')).toBe(well);
  });

  it('are all closed once each is', () => {
    const all = [called('a'), called('a')];
    const calls = new OwedCalls(all);
    for (const call of all) {
      expect(calls.areClosed).toBe(false);
      calls.close(call);
      calls.close(call);
    }
    expect(calls.areClosed).toBe(true);
  });
});

const count = 2_000;
const ids = Array.from({ length: count }, (_, i) => `call-${i}`);

it.each<[string, readonly string[], (ids: readonly string[]) => readonly string[]]>([
  ['of an id each, in order', ids, (all) => all],
  ['of an id each, the last first', ids, (all) => all.toReversed()],
  ['of one id', ids.map(() => 'same'), (all) => all],
])('looks at each of %s a few times, however many there are', (_, asked, order) => {
  let looks = 0;
  const all = asked.map((id) => watched(called(id), () => (looks += 1)));
  const calls = new OwedCalls(all);
  for (const id of order(asked)) {
    const call = calls.owed(id);
    if (call !== undefined) call.state = 'requested';
  }
  for (const id of order(asked)) {
    const call = calls.returning(id);
    if (call !== undefined && calls.isUnderWay(id)) calls.close(call);
  }
  expect(calls.areClosed).toBe(true);
  expect(looks).toBeLessThan(12 * count);
});

function called(call_id: string): OwedCall {
  return { call_id, tool: 'bash', input: '{}', state: 'owed' };
}

/** A call that says when somebody asks what became of it. */
function watched(call: OwedCall, onLook: () => void): OwedCall {
  let { state } = call;
  return {
    ...call,
    get state() {
      onLook();
      return state;
    },
    set state(next) {
      state = next;
    },
  };
}
