import { expect, it } from 'vitest';
import { cellsOf } from './cells.js';

it.each([
  ['plain', 5],
  ['naïve café', 10],
  ['漢字', 4],
  ['ｆｕｌｌ', 8],
  ['e\u0301', 1],
  ['👍🏽', 2],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['✔️', 2],
  ['\u200b', 0],
  ['→ …', 3],
  ['', 0],
])('%j takes %d cells', (text, cells) => {
  expect(cellsOf(text)).toBe(cells);
});
