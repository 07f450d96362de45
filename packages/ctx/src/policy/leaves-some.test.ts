import { expect, it } from 'vitest';
import { leavesSome } from './leaves-some.js';

it.each([
  [[], [], true],
  [[], ['mcp__own__*'], false],
  [[], ['mcp__*'], false],
  [[], ['*'], false],
  [[], ['mcp__own__echo'], true],
  [[], ['mcp__own__*(x)'], true],
  [[], ['mcp__other__*'], true],
  [['read'], [], false],
  [['read', 'mcp__own__echo'], [], true],
  [['mcp__*__echo'], [], true],
  [['*o'], [], true],
  [['mcp__other__*'], [], false],
  [['mcp__own'], [], false],
  [['mcp__own__*'], ['mcp__*'], false],
])('allow %j, deny %j leaves some of the server own: %s', (allow, deny, leaves) => {
  expect(leavesSome({ allow, deny, on_deny: 'tell' }, 'mcp__own__')).toBe(leaves);
  expect(leavesSome({ allow, deny: [], ask: deny, on_deny: 'tell' }, 'mcp__own__')).toBe(leaves);
});
