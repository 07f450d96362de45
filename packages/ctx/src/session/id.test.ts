import { describe, expect, it } from 'vitest';
import { isSessionId, runId, sessionId } from './id.js';

describe('an id', () => {
  it.each(['a', '7', 'fix-the-test', 'A_b-9', 'x'.repeat(128)])('may be %j', (text) => {
    expect(sessionId(text)).toBe(text);
    expect(runId(text)).toBe(text);
  });

  it.each([
    '',
    '.',
    '..',
    '../victim',
    'a/b',
    'a\\b',
    '-x',
    '_x',
    'a.b',
    'a b',
    'a\n',
    'a\0',
    'ä',
    'x'.repeat(129),
  ])('may not be %j', (text) => {
    expect(isSessionId(text)).toBe(false);
    expect(() => sessionId(text)).toThrow(expect.objectContaining({ code: 'session_id_invalid' }));
    expect(() => runId(text)).toThrow(expect.objectContaining({ code: 'run_id_invalid' }));
  });
});
