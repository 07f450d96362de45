import { expect, it } from 'vitest';
import { csvOf } from './csv.js';

it('quotes what has to be quoted, and lets no spreadsheet take a name for a formula', () => {
  expect(
    csvOf(
      ['name', 'cost'],
      [
        ['a "b", c', 1.5],
        ['=HYPERLINK("x")', -2],
        ['-x', 0],
        ['@a', 0],
      ],
    ),
  ).toBe('name,cost\r\n"a ""b"", c",1.5\r\n"\'=HYPERLINK(""x"")",-2\r\n\'-x,0\r\n\'@a,0\r\n');
});
