import { expect, it } from 'vitest';
import { heldRule, parseRule, writtenRule } from './rules.js';

it.each([
  'bash( rm *)',
  'bash(rm * )',
  'bash(rm *), bash(dd *)',
  'bash(rm *) read(x)',
  'read(a) b), bash(c)',
])('%j is a slip where somebody writes it, and what a log says where a log has it', (text) => {
  const [name = ''] = text.split('(');
  expect(parseRule(text)).toMatchObject({ name, pattern: text.slice(name.length + 1, -1), broken: false });
  expect(writtenRule(text)).toEqual({ text, name, pattern: undefined, broken: true });
  expect(parseRule(heldRule(text))).toMatchObject({ name, pattern: undefined, broken: true });
});

it.each([
  'bash',
  'bash(*)',
  'bash(echo $(id) and (more) *)',
  'bash(echo :) (x *))',
  'bash(case x in a) (b) ;; esac)',
  'read(a) b)',
  'mcp__x__*(a, b)',
])('%j is one rule', (text) => {
  expect(writtenRule(text)).toEqual(parseRule(text));
  expect(writtenRule(text).broken).toBe(false);
  expect(heldRule(text)).toBe(text);
});

it.each(['', '(rm)', 'ba sh', 'bash(', 'bash()'])('%j is no rule anywhere', (text) => {
  expect([parseRule(text).broken, writtenRule(text).broken, heldRule(text)]).toEqual([true, true, text]);
});
