// A source may change while it is read, by a person's `git pull` or by somebody who means harm: half of one version and half of
// another is nobody's, so what is taken is what two readings in a row agree on.

import type { Gathered, GatheredFile } from './gathered.js';

const mostReadings = 4;

/** Nothing where no two readings in a row are the same. */
export function settledSource(gather: () => Gathered): Gathered | undefined {
  let before = gather();
  for (let reading = 1; reading < mostReadings; reading++) {
    const now = gather();
    if (isSame(before.files, now.files) && isSame(before.licences, now.licences)) return now;
    before = now;
  }
  return undefined;
}

function isSame(some: readonly GatheredFile[], others: readonly GatheredFile[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ path, bytes, executable }, i) => {
      const other = others[i];
      return other?.path === path && other.executable === executable && other.bytes.equals(bytes);
    })
  );
}
