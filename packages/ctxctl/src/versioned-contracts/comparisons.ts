// What must hold after a step: files and folders that are the same, and answers that hold at least what was written down.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeHash } from '../../../ctx/src/kit/trees.js';
import type { Comparison } from './lifecycle.js';

/** What does not hold, in words; nothing where it does. */
export function compare(place: string, comparison: Comparison): string | undefined {
  try {
    return compared(place, comparison);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function compared(place: string, comparison: Comparison): string | undefined {
  if ('only' in comparison) {
    const [folder = '', ...files] = comparison.only;
    const there = readdirSync(join(place, folder)).sort();
    return there.join() === files.sort().join() ? undefined : `${folder} holds ${there.join(', ')}`;
  }
  if ('same_tree' in comparison) {
    const [a = '', b = ''] = comparison.same_tree;
    const same = treeHash(join(place, a)).tree_hash === treeHash(join(place, b)).tree_hash;
    return same ? undefined : `${a} and ${b} are not the same tree`;
  }
  const [a = '', b = ''] = 'same_bytes' in comparison ? comparison.same_bytes : comparison.starts_with;
  const [first, second] = [readFileSync(join(place, a)), readFileSync(join(place, b))];
  if ('same_bytes' in comparison) return first.equals(second) ? undefined : `${a} and ${b} differ`;
  return first.subarray(0, second.length).equals(second) ? undefined : `${a} does not begin with ${b}`;
}

/** The first place where what came does not hold what it must. Lists must have the same length. */
export function broken(expected: unknown, got: unknown, path = ''): string | undefined {
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(expected, got)
      ? undefined
      : `${path} is ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`;
  }
  if (typeof got !== 'object' || got === null) return `${path} is ${JSON.stringify(got)}`;
  if (Array.isArray(expected) && (!Array.isArray(got) || got.length !== expected.length))
    return `${path} has another length`;
  for (const [name, value] of Object.entries(expected)) {
    const problem = broken(value, Reflect.get(got, name), `${path}/${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
