// How deep a value from outside is nested, found out without running out of stack.

/** Whoever walks deeper values may run out of stack. */
const deepest = 200;

/** Of what was read from a text of so many letters or bytes: each level takes two of them. */
export function readNestingWithin(value: unknown, length: number): boolean {
  return length < 2 * deepest || nestingWithin(value);
}

export function nestingWithin(value: unknown, most = deepest): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return false;
    const next: unknown[] = [];
    for (const item of level)
      if (typeof item === 'object' && item !== null)
        for (const inner of Object.values(item))
          if (typeof inner === 'object' && inner !== null) next.push(inner);
    level = next;
  }
  return true;
}
