// Files against their goldens by what they tell: words that a later ctx may choose otherwise, and digests over them, count by their type.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../../ctx/src/kit/trees.js';
import { portable } from './answers.js';
import { broken } from './comparisons.js';

export function toldProblems(came: string, golden: string, varies: readonly string[]): readonly string[] {
  const [names, wanted] = [filesBelow(came), filesBelow(golden)];
  return [
    ...wanted.filter((name) => !names.includes(name)).map((name) => `${name}: it is not there`),
    ...names.flatMap((name) => {
      if (!wanted.includes(name)) return [`${name}: it has no golden`];
      // What verify and the same tree each time do not hold of a picture is how it looks.
      if (name.endsWith('.png')) return [];
      const [told, expected] = [came, golden].map((folder) => toldBy(join(folder, name), varies));
      const problem = broken(expected, told) ?? broken(told, expected);
      return problem === undefined ? [] : [`${name}: ${problem}`];
    }),
  ];
}

/** One value a line of a log, one for a document; of anything else its text. */
function toldBy(file: string, varies: readonly string[]): unknown {
  const text = readFileSync(file, 'utf8');
  if (!/\.jsonl?$/.test(file)) return text;
  const values = file.endsWith('.jsonl') ? text.split('\n').filter((line) => line !== '') : [text];
  return values.map((value) => portable(JSON.parse(value), varies));
}
