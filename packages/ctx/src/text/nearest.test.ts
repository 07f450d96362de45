import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearest } from './nearest.js';

const names = ['sysinfo', 'summary', 'schema', 'help', 'pad undo', 'version'];

it.each([
  ['sysinof', 'sysinfo'],
  ['sysifno', 'sysinfo'],
  ['SysInfo', 'sysinfo'],
  ['sumary', 'summary'],
  ['schemas', 'schema'],
  ['hlep', 'help'],
  ['pad udno', 'pad undo'],
  ['ver', 'version'],
  ['vers', 'version'],
])('%s most likely meant %s', (word, expected) => {
  expect(nearest(word, names)).toBe(expected);
});

it.each(['', 'x', 've', 'completely different', 'heap of things'])('%j is close to nothing', (word) => {
  expect(nearest(word, names)).toBeUndefined();
});

it('finds any name again after one slip of the finger', () => {
  fc.assert(
    fc.property(fc.constantFrom('sysinfo', 'summary', 'version'), fc.nat(), fc.nat(3), (name, at, slip) => {
      const i = at % (name.length - 1);
      const [before, a, b, after] = [name.slice(0, i), name[i], name[i + 1], name.slice(i + 2)];
      const slips = [
        `${before}${b}${a}${after}`,
        `${before}${a}x${b}${after}`,
        `${before}x${b}${after}`,
        before + b + after,
      ];
      expect(nearest(slips[slip] ?? '', names)).toBe(name);
    }),
  );
});
