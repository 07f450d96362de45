// What was refused, told so that somebody can look into it, and never faster than a log can bear.

export interface Refusals {
  /** `tell` is called for a few a minute; the rest are counted. */
  add(from: string, reason: string): void;
  total(): number;
}

const mostAMinute = 20;
const minuteMs = 60_000;

export function refusals(
  tell: (refused: { from: string; reason: string; untold: number }) => void,
  now: () => number = () => performance.now(),
): Refusals {
  let total = 0;
  let since = now();
  let told = 0;
  let untold = 0;
  return {
    total: () => total,
    add(from, reason) {
      total += 1;
      if (now() - since >= minuteMs) {
        since = now();
        told = 0;
      }
      told += 1;
      if (told > mostAMinute) {
        untold += 1;
        return;
      }
      tell({ from, reason, untold });
      untold = 0;
    },
  };
}
