// Two sequences that both come from a third, laid side by side: what all three share, and between that what each has instead.

import { diffArrays } from 'diff';

export type Stretch<T> =
  | { readonly kind: 'shared'; readonly base: T; readonly ours: T; readonly theirs: T }
  | {
      readonly kind: 'changed';
      readonly base: readonly T[];
      readonly ours: readonly T[];
      readonly theirs: readonly T[];
    };

/** Sequences that have less in common than this are taken as changed from end to end. */
const mostEdits = 1_000;

/** Two elements are the same where `keyOf` says the same of them. */
export function threeWay<T>(
  base: readonly T[],
  ours: readonly T[],
  theirs: readonly T[],
  keyOf: (element: T) => string,
): Stretch<T>[] {
  const bases = base.map(keyOf);
  const toOurs = placesOf(bases, ours.map(keyOf));
  const toTheirs = placesOf(bases, theirs.map(keyOf));
  const stretches: Stretch<T>[] = [];
  for (let [b, o, t] = [0, 0, 0]; b < base.length || o < ours.length || t < theirs.length; ) {
    const shared = [base[b], ours[o], theirs[t]] as const;
    const [inBase, inOurs, inTheirs] = shared;
    const isShared = toOurs[b] === o && toTheirs[b] === t;
    if (isShared && inBase !== undefined && inOurs !== undefined && inTheirs !== undefined) {
      stretches.push({ kind: 'shared', base: inBase, ours: inOurs, theirs: inTheirs });
      [b, o, t] = [b + 1, o + 1, t + 1];
      continue;
    }
    let next = b;
    while (next < base.length && (toOurs[next] === undefined || toTheirs[next] === undefined)) next += 1;
    const [toO, toT] = [toOurs[next] ?? ours.length, toTheirs[next] ?? theirs.length];
    stretches.push({
      kind: 'changed',
      base: base.slice(b, next),
      ours: ours.slice(o, toO),
      theirs: theirs.slice(t, toT),
    });
    [b, o, t] = [next, toO, toT];
  }
  return stretches;
}

/** Where each element of the first stands in the second; nothing for what is not there. */
function placesOf(from: readonly string[], to: readonly string[]): (number | undefined)[] {
  const places: (number | undefined)[] = from.map(() => undefined);
  const changes = diffArrays([...from], [...to], { maxEditLength: mostEdits });
  let [a, b] = [0, 0];
  for (const { added, removed, count } of changes ?? []) {
    if (added) b += count;
    else if (removed) a += count;
    else for (let i = 0; i < count; i++) places[a++] = b++;
  }
  return places;
}
