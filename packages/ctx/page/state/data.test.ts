import { expect, it } from 'vitest';
import type { LiveSession, SessionRow } from '../../src/dashboard/api.js';
import { emptyData, takeEvent, takeList } from './data.js';

const totals = {
  turns: 1,
  model_calls: 1,
  tool_calls: 0,
  input_tokens: 1,
  output_tokens: 1,
  cost_microusd: 0,
};
const live: LiveSession = {
  key: 'a',
  run_id: 'main',
  agent: 'ctx',
  model: 'm',
  turn: 1,
  prompt: 'p',
  since: 0,
  calls: [],
  text: 'one',
  spent: totals,
  budget: {},
  denials: 0,
  seq: 1,
  interruptible: true,
};
const row = (key: string): SessionRow => ({
  key,
  session_id: key,
  project: '/p',
  bytes: 1,
  last_modified: '',
  locked: false,
  state: 'ended',
  readable: true,
  created_at: '',
  title: '',
  model: '',
  prompt_count: 1,
  records: 1,
  stopped: true,
  stop_reason: 'completed',
  totals,
});

it('adds to what a model says, keeps the end of it, and forgets it when the session ends', () => {
  const data = emptyData();
  takeEvent(data, { event: 'live', data: live });
  takeEvent(data, { event: 'text', data: { key: 'a', delta: ' two' } });
  takeEvent(data, { event: 'text', data: { key: 'unknown', delta: 'x' } });
  expect(data.live.get().get('a')?.text).toBe('one two');
  takeEvent(data, { event: 'text', data: { key: 'a', delta: 'y'.repeat(50_000) } });
  expect(data.live.get().get('a')?.text.length).toBe(20_000);
  takeEvent(data, { event: 'live', data: { key: 'a', ended: true } });
  expect(data.live.get().size).toBe(0);
});

it('counts a new session once, a broken one too, and lets a complete list replace all', () => {
  const data = emptyData();
  takeList(data, { total: 2, complete: true, sessions: [row('a'), row('b')], unreadable: [] });
  takeEvent(data, { event: 'session', data: row('c') });
  takeEvent(data, { event: 'session', data: row('c') });
  expect(data.sessions.get()).toMatchObject({ total: 3, complete: true });
  const { title: _title, ...rest } = row('c');
  takeEvent(data, { event: 'session', data: { ...rest, readable: false, why: 'hash_mismatch' } });
  expect([...data.sessions.get().rows.keys()]).toEqual(['a', 'b']);
  expect([...data.sessions.get().broken.keys()]).toEqual(['c']);
  for (let time = 0; time < 2; time++) takeEvent(data, { event: 'session.gone', data: { key: 'c' } });
  expect(data.sessions.get().total).toBe(2);
  takeList(data, { total: 1, complete: true, sessions: [row('b')], unreadable: [] });
  expect([...data.sessions.get().rows.keys()]).toEqual(['b']);
});
