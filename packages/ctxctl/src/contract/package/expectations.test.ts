import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { textProblems } from './expectations.js';
import { readContractConfig } from './read-config.js';

const of = { name: 'tidy', version: '1.2.3' };

it('ends an expression that would never end on what a program printed, and says so', () => {
  const text = `${'a'.repeat(60)}!`;
  expect(textProblems('stdout', text, { matches: '^(a+)+$' }, of)).toEqual([
    expect.stringContaining('cannot be matched with ^(a+)+$ in 5 s'),
  ]);
  expect(textProblems('stdout', text, { matches: '^a+!$' }, of)).toEqual([]);
  expect(textProblems('stdout', text, { matches: '^b' }, of)).toEqual([
    expect.stringContaining('does not match ^b'),
  ]);
});

it.each([
  ['a NUL in a command', 'run: ["tidy", "a\\0b"]', 'it holds a NUL character'],
  ['a NUL in a variable', 'run: tidy\n    env: { A: "a\\0b" }', 'it holds a NUL character'],
  ['a variable without a name', 'run: tidy\n    env: { "": x }', 'no variable can be called so'],
  ['a variable with an equals sign', 'run: tidy\n    env: { "A=B": x }', 'no variable can be called so'],
])('refuses %s at its line, before anything is installed', (_, command, problem) => {
  const folder = temporaryFolder({ 'c.yaml': `package: tidy\ncommands:\n  - ${command}\n` });
  expect(() => readContractConfig(`${folder}/c.yaml`, 'c.yaml')).toThrow(
    expect.objectContaining({
      code: 'clean_host_config_wrong',
      where: expect.objectContaining({ problem: expect.stringContaining(problem), line: expect.any(Number) }),
    }),
  );
});
