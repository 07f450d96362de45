// Globs, as paths and names are matched against them: in time that a hostile pattern cannot blow up.

import { readBracketSet } from './bracket-set.js';

export type Matches<T> = (value: T) => boolean;

export interface Segment {
  readonly glob: string;
  readonly steps: readonly Step[];
  /** `**`: any number of folders. */
  readonly isMany: boolean;
}

/** Stands for any number of characters or folders. */
export const many = Symbol('many');
type Step = typeof many | Matches<string>;

/** What stands between slashes; one in brackets is none of them. Nothing for a pattern that can match no path. */
export function segmentsOf(glob: string): Segment[] | undefined {
  const segments: Segment[] = [];
  let steps: Step[] = [];
  let from = glob.startsWith('/') ? 1 : 0;
  for (let i = from; i < glob.length; i++) {
    if (glob[i] === '*') {
      if (steps.at(-1) !== many) steps.push(many);
    } else if (glob[i] === '?') steps.push(() => true);
    else if (glob[i] === '[') {
      const set = readBracketSet(glob, i);
      if (set === undefined) return undefined;
      steps.push(set.has);
      i = set.end;
    } else {
      if (glob[i] === '\\') i += 1;
      const literal = glob[i];
      if (literal === undefined) return undefined;
      if (literal !== '/') steps.push((character) => character === literal);
      else {
        segments.push(segmentOf(glob.slice(from, i), steps));
        steps = [];
        from = i + 1;
      }
    }
  }
  return [...segments, segmentOf(glob.slice(from), steps)];
}

function segmentOf(glob: string, steps: readonly Step[]): Segment {
  return { glob, steps, isMany: /^\*\*+$/.test(glob) };
}

export function nameMatcher({ glob, steps }: Segment): Matches<string> {
  if (!special.test(glob)) return (name) => name === glob;
  const ending = glob.slice(1);
  if (glob.startsWith('*') && !special.test(ending)) return (name) => name.endsWith(ending);
  return (name) => matchesAll(steps, name);
}

const special = /[*?[\\]/;

/** Goes back to the last `many` only: what an earlier one took never has to be taken back. */
export function matchesAll(steps: readonly Step[], values: ArrayLike<string>): boolean {
  let [step, at, back, resume] = [0, 0, -1, 0];
  while (at < values.length) {
    const next = steps[step];
    if (next === many) {
      back = step++;
      resume = at;
    } else if (next?.(values[at] ?? '')) {
      step++;
      at++;
    } else if (back === -1) return false;
    else {
      step = back + 1;
      at = ++resume;
    }
  }
  while (steps[step] === many) step++;
  return step === steps.length;
}
