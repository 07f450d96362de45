import { expect, it } from 'vitest';
import type { Fence } from '../../protocol/records.js';
import { sandboxWords } from './fence-words.js';

it.each<[Fence, string]>([
  [
    { sandbox: { backend: 'bwrap', version: '0.8.0', network: 'none' } },
    'sandboxed: bwrap 0.8.0, no network',
  ],
  [
    { sandbox: { backend: 'bwrap', network: ['a.test', 'b.test'] } },
    'sandboxed: bwrap, network: a.test, b.test',
  ],
  [
    { sandbox: { backend: 'bwrap', version: '0.8.0', network: 'open' } },
    'sandboxed: bwrap 0.8.0, open network',
  ],
  [{ sandbox: { backend: 'none', network: 'open' } }, 'not sandboxed'],
  [{}, 'not sandboxed'],
])('%j is told as %j', (fence, words) => {
  expect(sandboxWords(fence, 'ctx')).toBe(words);
});

it('claims nothing of how another agent was sandboxed', () => {
  expect(sandboxWords({}, 'claude-code')).toBe('sandbox not known');
});
