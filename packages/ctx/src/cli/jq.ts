// The part of jq that --jq takes: paths into the answer, `|`, `length` and `keys`. What is beyond it is refused, never guessed.

import { fail } from '../protocol/codes.js';

export type Pick = (value: unknown) => string;

type Step = (value: unknown) => readonly unknown[];

/** Refused before the command runs. Of what is not there comes null, and of what is no list nothing. */
export function compileJq(expression: string): Pick {
  const steps = parsed(expression);
  return (value) => {
    const found = steps.reduce<readonly unknown[]>((values, step) => values.flatMap(step), [value]);
    return found.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');
  };
}

const token =
  /\s*(?:(\.(?=\s*(?:$|[|[])))|\.\s*([A-Za-z_]\w*)|\.\s*("(?:[^"\\]|\\.)*")|\[\s*(?:(-?\d+)|("(?:[^"\\]|\\.)*"))?\s*\]|(\|)|(length|keys)\b)\s*/y;

function parsed(expression: string): Step[] {
  const steps: Step[] = [];
  let before: 'pipe' | 'path' | 'word' = 'pipe';
  for (let at = 0; at < expression.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(expression);
    if (match === null) throw refused(expression, at);
    const [whole, identity, name, quoted, index, quotedIndex, pipe, word] = match;
    const here = pipe !== undefined ? 'pipe' : word !== undefined ? 'word' : 'path';
    // A path begins with a dot and goes on; a word stands alone between two pipes.
    const isFirst = before === 'pipe';
    const goesOn = before === 'path' && here === 'path' && identity === undefined;
    if (here === 'pipe' ? isFirst : !isFirst && !goesOn) throw refused(expression, at);
    if (isFirst && here === 'path' && whole.trim().startsWith('[')) throw refused(expression, at);
    before = here;
    const member = name ?? textOf(quoted ?? quotedIndex);
    if (pipe !== undefined || identity !== undefined) continue;
    if (word !== undefined) steps.push(word === 'length' ? lengthOf : keysOf);
    else if (member !== undefined) steps.push((value) => [memberOf(value, member)]);
    else if (index === undefined) steps.push(itemsOf);
    else steps.push((value) => [Array.isArray(value) ? (value.at(Number(index)) ?? null) : null]);
  }
  if (before === 'pipe') throw refused(expression, expression.length);
  return steps;
}

function textOf(quoted: string | undefined): string | undefined {
  if (quoted === undefined) return undefined;
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return null;
  return Reflect.get(value, name) ?? null;
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function lengthOf(value: unknown): readonly number[] {
  if (typeof value === 'string') return [[...value].length];
  return [typeof value === 'number' ? Math.abs(value) : itemsOf(value).length];
}

function keysOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return [[...value.keys()]];
  return [typeof value === 'object' && value !== null ? Object.keys(value).sort() : []];
}

function refused(expression: string, at: number) {
  return fail('jq_invalid', { operation: 'argparse', target: '--jq', value: expression, column: at + 1 });
}
