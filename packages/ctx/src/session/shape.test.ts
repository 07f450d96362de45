import { describe, expect, it } from 'vitest';
import { genesis, type RecordType } from '../protocol/records.js';
import { digest, opened, runOpened, turnResult } from './fixtures/example.js';
import { recordShapes } from './shape.js';

const linked = { at: '2026-01-01T00:00:00.000Z', hash: digest, prev: genesis, seq: 3 };

describe('the shape of a record', () => {
  it('is that of its type, with its place in the chain', () => {
    expect(fits('session.opened', opened())).toBe(true);
    expect(fits('run.opened', runOpened)).toBe(true);
    expect(fits('turn.closed', { result: turnResult() })).toBe(true);
    expect(fits('turn.closed', { result: turnResult(), redacted: 2 })).toBe(true);
    expect(fits('run.opened', { ...runOpened, settings: { ...runOpened.settings, temperature: 0.5 } })).toBe(
      true,
    );
  });

  it('does not count a member that is undefined', () => {
    expect(fits('turn.opened', { turn: 1, prompt: 'x', redacted: undefined })).toBe(true);
    expect(fits('turn.opened', { turn: 1, prompt: undefined })).toBe(false);
  });

  it.each<[string, RecordType, object]>([
    ['a missing member', 'turn.opened', { turn: 1 }],
    ['a member too many', 'turn.opened', { turn: 1, prompt: 'x', note: '' }],
    ['a float where a whole number belongs', 'turn.opened', { turn: 1.5, prompt: 'x' }],
    ['a negative count', 'turn.opened', { turn: -1, prompt: 'x' }],
    ['a time without milliseconds', 'turn.opened', { turn: 1, prompt: 'x', at: '2026-01-01T00:00:00Z' }],
    ['another type', 'turn.opened', { turn: 1, prompt: 'x', type: 'turn.closed' }],
    ['an unknown stop reason', 'turn.closed', { result: { ...turnResult(), stop_reason: 'tired' } }],
    ['a string for a list', 'turn.closed', { result: { ...turnResult(), matched_tools: 'read' } }],
    ['a list for an object', 'turn.closed', { result: [] }],
    ['no paths', 'workspace.changed', { paths: [], by: 'turn', found_by: 'git' }],
    [
      'unknown tokens left out',
      'turn.closed',
      { result: { ...turnResult(), usage: { output_tokens: null, cost_microusd: null } } },
    ],
    ['an unknown part', 'model.responded', { ...responded(), content: [{ type: 'image', text: '' }] }],
    ['a wrong digest', 'session.repaired', { after_seq: 0, bytes_cut: 1, cut_sha256: 'sha256:0' }],
  ])('is not that with %s', (_, type, body) => {
    expect(fits(type, body)).toBe(false);
  });

  it('knows the types there are', () => {
    expect(recordShapes().isType('run.opened')).toBe(true);
    expect(recordShapes().isType('run.paused')).toBe(false);
    expect(recordShapes().isType(undefined)).toBe(false);
  });
});

function fits(type: RecordType, body: object): boolean {
  return recordShapes().isRecord(type, { ...linked, type, ...body });
}

function responded() {
  return { call: 0, finish: 'stop', usage: { input_tokens: 0, output_tokens: 0 }, cost_microusd: 0 };
}
