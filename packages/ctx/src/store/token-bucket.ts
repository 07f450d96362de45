// How often something may happen: so many times a minute, and so many at once after a pause. One number is all there is to keep.

export interface BucketRate {
  readonly calls_per_minute?: number | undefined;
  readonly burst?: number | undefined;
}

/** When the bucket would be full again, in milliseconds. */
export type BucketState = number;

/** Takes a place; `wait` is how many milliseconds from `now` it is due. */
export function takePlace(
  full: BucketState,
  now: number,
  { calls_per_minute, burst = 1 }: BucketRate,
): { readonly full: BucketState; readonly wait: number } {
  if (calls_per_minute === undefined) return { full, wait: 0 };
  const each = 60_000 / calls_per_minute;
  const next = Math.max(full, now) + each;
  return { full: next, wait: Math.max(0, next - burst * each - now) };
}
