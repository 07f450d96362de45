// Columns of numbers that grow: millions of small objects would need gigabytes.

export function wider<T extends Uint8Array | Uint16Array | Uint32Array>(old: T, made: T): T {
  made.set(old);
  return made;
}

/** One more at this place. */
export function increment(numbers: Uint32Array, at: number): void {
  numbers[at] = (numbers[at] ?? 0) + 1;
}

/** Counts into the places where each group begins: `numbers[i + 1]` held how many are in group i. */
export function addUp(numbers: Uint32Array): void {
  for (let i = 1; i < numbers.length; i++) numbers[i] = (numbers[i] ?? 0) + (numbers[i - 1] ?? 0);
}
