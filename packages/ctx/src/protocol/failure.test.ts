import { expect, it } from 'vitest';
import { code, failuresOf } from './failure.js';

it('makes the table of codes with the first failure, and not again for the next', () => {
  let made = 0;
  const fail = failuresOf(() => {
    made += 1;
    return { gone: code('filesystem'), odd: code<{ line: number }>('parse', { exitCode: 2 }) };
  });
  expect(made).toBe(0);
  expect(fail('gone', { operation: 'read', target: 'a' })).toMatchObject({ code: 'gone', exitCode: 1 });
  expect(fail('odd', { operation: 'read', target: 'b', line: 3 })).toMatchObject({
    kind: 'parse',
    exitCode: 2,
  });
  expect(made).toBe(1);
});
